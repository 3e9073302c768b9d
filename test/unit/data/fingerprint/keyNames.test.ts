import assert from 'node:assert/strict';
import { KeyNames } from '../../../../src/data/fingerprint/keyNames.ts';

describe('The keys of JSON rows', () => {
  it('are known again wherever they come, up to 50,000 of them', () => {
    const names = new KeyNames();
    const indexOf = (name: string, expected: number): number =>
      names.indexOf(Buffer.from(`${name}:1`), Buffer.byteLength(name), expected);
    for (let index = 0; index < 50_000; index++) {
      assert.equal(indexOf(`k${index}`, index), index);
    }
    assert.equal(indexOf('k50000', 50_000), -1);
    assert.deepEqual([indexOf('k7', 7), indexOf('k7', 8), indexOf('k49999', 0)], [7, 7, 49_999]);
    assert.deepEqual([names.all.length, names.all[7]], [50_000, 'k7']);
  });
});
