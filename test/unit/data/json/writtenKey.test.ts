import assert from 'node:assert/strict';
import { KeyTable, WrittenKey } from '../../../../src/data/json/writtenKey.ts';

/** Bytes, and at least three more, as keys are read four bytes at a time. */
function viewOf(text: string): DataView {
  const bytes = Buffer.alloc(Buffer.byteLength(text) + 4);
  bytes.write(text);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

describe('The table of keys', () => {
  const find = (table: KeyTable, name: string) => table.find(viewOf(`{"${name}"`), 2, 2 + Buffer.byteLength(name));
  const add = (table: KeyTable, name: string, key: WrittenKey) =>
    table.add(viewOf(`"${name}"`), 1, 1 + Buffer.byteLength(name), key);

  it('finds each key by its bytes, wherever they are, and no other', () => {
    const table = new KeyTable();
    const names = Array.from({ length: 3_000 }, (_, index) => `${'key of a row'.slice(0, index % 13)}${index}`);
    const keys = names.map((name, index) => new WrittenKey(name, index));
    keys.forEach((key) => add(table, key.name, key));
    const found = keys.filter(({ name }) => find(table, name) !== undefined);
    // Of keys that collide, a few may be left out.
    assert.ok(found.length > 2_900, String(found.length));
    assert.ok(found.every((key) => find(table, key.name) === key));
    for (const name of ['', 'key', 'other', '3000', '0 ', '00']) {
      assert.equal(find(table, name), undefined, name);
    }
  });

  it('tells keys of every length from each other that differ in one byte', () => {
    const table = new KeyTable();
    const names = Array.from({ length: 20 }, (_, length) => 'x'.repeat(length));
    const keys = names.map((name, index) => new WrittenKey(name, index));
    keys.forEach((key) => add(table, key.name, key));
    for (const key of keys) {
      assert.equal(find(table, key.name), key);
      for (let at = 0; at < key.name.length; at++) {
        assert.equal(find(table, `${key.name.slice(0, at)}y${key.name.slice(at + 1)}`), undefined);
      }
    }
  });

  it('keeps no key of more than 1,024 bytes', () => {
    const table = new KeyTable();
    for (const [length, isKept] of [
      [1_024, true],
      [1_025, false],
    ] as const) {
      const name = 'k'.repeat(length);
      add(table, name, new WrittenKey(name, 0));
      assert.equal(find(table, name) !== undefined, isKept, String(length));
    }
  });
});

describe('A written key', () => {
  it('is the same bytes as when it was last read, up to its value', () => {
    const key = new WrittenKey('a', 0);
    const row = viewOf('{"a" : 1, "a" : 2, "a": 3,"b" : 4, "a" : ');
    assert.equal(key.lengthAt(row, 1, 40), 0, 'nothing was read yet');
    key.setPattern(row, 1, 7);
    assert.equal(key.lengthAt(row, 10, 40), 6);
    assert.equal(key.lengthAt(row, 19, 40), 0, 'other white space');
    assert.equal(key.lengthAt(row, 26, 40), 0, 'another name');
    assert.equal(key.lengthAt(row, 35, 41), 6);
    assert.equal(key.lengthAt(row, 35, 40), 0, 'it is not complete');
    key.setPattern(row, 19, 24);
    assert.equal(key.lengthAt(row, 19, 40), 5);
    assert.equal(key.lengthAt(row, 1, 40), 0);
  });

  it('of more than 1,024 bytes is never compared', () => {
    for (const [length, found] of [
      [1_024, 1_024],
      [1_025, 0],
    ] as const) {
      const view = viewOf('k'.repeat(length));
      const key = new WrittenKey('k', 0);
      key.setPattern(view, 0, length);
      assert.equal(key.lengthAt(view, 0, length), found);
    }
  });
});
