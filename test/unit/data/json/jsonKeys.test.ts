import assert from 'node:assert/strict';
import { JsonKeys } from '../../../../src/data/json/jsonKeys.ts';

const addName = (keys: JsonKeys, name: string) => keys.addName(name, Buffer.from(name));

describe('The keys of rows', () => {
  it('have the columns in which they first appeared', () => {
    const keys = new JsonKeys();
    const columns = ['a b', 'b c', 'c b a', ''].map((row) => {
      keys.beginRow();
      return row.split(' ').map((name) => [addName(keys, name), keys.column, keys.lastName]);
    });
    assert.deepEqual(columns, [
      [
        [false, 0, 'a'],
        [false, 1, 'b'],
      ],
      [
        [false, 1, 'b'],
        [false, 2, 'c'],
      ],
      [
        [false, 2, 'c'],
        [false, 1, 'b'],
        [false, 0, 'a'],
      ],
      [[false, 3, '']],
    ]);
    assert.deepEqual(keys.names, ['a', 'b', 'c', '']);
  });

  it('are the same, however they are written', () => {
    const keys = new JsonKeys();
    keys.beginRow();
    assert.equal(keys.addName('a', Buffer.from('a')), false);
    assert.equal(keys.addName('a', Buffer.from('\\u0061')), true);
    assert.deepEqual([keys.column, keys.lastName, keys.names], [-1, 'a', ['a']]);
    keys.beginRow();
    assert.equal(keys.addName('a', Buffer.from('\\u0061')), false);
    assert.equal(keys.column, 0);
  });

  it('are expected in the order of the last row that had them', () => {
    const keys = new JsonKeys();
    const expected = (...names: readonly string[]) => {
      keys.beginRow();
      return names.map((name) => {
        const before = keys.expected?.name;
        addName(keys, name);
        return before;
      });
    };
    assert.deepEqual(expected('a', 'b', 'c'), [undefined, undefined, undefined]);
    assert.deepEqual(expected('a', 'b', 'c'), ['a', 'b', 'c']);
    assert.deepEqual(expected('a', 'c', 'b'), ['a', 'b', undefined]);
    assert.deepEqual(expected('c', 'b', 'a'), ['a', 'b', 'c']);
    assert.deepEqual(expected('c', 'b', 'a'), ['c', 'b', 'a']);
  });

  it('differ from those of the first row, which names some of them', () => {
    const keys = new JsonKeys();
    const endRow = (...names: readonly string[]) => {
      keys.beginRow();
      names.forEach((name) => addName(keys, name));
      return keys.endRow() ? keys.difference(2) : undefined;
    };
    assert.equal(endRow('a', 'b', 'c'), undefined);
    assert.equal(endRow('c', 'a', 'b'), undefined);
    assert.equal(endRow('c', 'a', 'b', 'a'), undefined);
    assert.deepEqual(endRow('b'), { missing: ['a', 'c'], added: [] });
    assert.deepEqual(endRow('x', 'y', 'z'), { missing: ['a', 'b'], added: ['x', 'y'] });
    assert.deepEqual(endRow('c', 'z', 'b', 'a'), { missing: [], added: ['z'] });
    assert.equal(endRow('a', 'b', 'c'), undefined);
  });
});
