import assert from 'node:assert/strict';
import { JsonKeys } from '../../../../src/data/json/jsonKeys.ts';

describe('The keys of rows', () => {
  it('are no more than 50,000', () => {
    const keys = new JsonKeys();
    const addName = (name: string) => keys.addName(name, Buffer.from(name));
    keys.beginRow();
    for (let key = 0; key < 50_000; key++) {
      addName(String(key));
    }
    assert.equal(keys.column, 49_999);
    assert.equal(addName('x'), false);
    assert.deepEqual([keys.column, keys.lastName, keys.names.length], [-1, 'x', 50_000]);
    assert.equal(addName('x'), false, 'it is not known');
    assert.equal(addName('7'), true);
  });
});
