import assert from 'node:assert/strict';
import { HashList } from '../../../../src/data/fingerprint/hashList.ts';
import { compareLoads } from '../../../../src/data/fingerprint/loadChange.ts';
import type { LoadChange } from '../../../../src/data/fingerprint/loadChange.ts';
import type { LoadSummary } from '../../../../src/data/fingerprint/storedLoad.ts';

const AT = 1_790_000_000_000;

interface Load {
  readonly rows: readonly number[];
  readonly columns?: readonly string[];
  readonly isJson?: boolean;
  readonly hasHashes?: boolean;
  readonly key?: string;
}

describe('The change since the last load', () => {
  it('counts the rows that were added and removed, and those that are the same', () => {
    assert.deepEqual(change({ rows: [1, 2, 2, 3] }, { rows: [2, 3, 3, 4, 5] }), {
      at: AT,
      rowsBefore: 4,
      rows: 5,
      difference: { added: 3, removed: 2, same: 2 },
    });
  });

  it('counts rows that have changed apart, by a key that both loads have', () => {
    const before = [11, 21, 31, 41, 51];
    const now = [11, 22, 33, 61, 71, 81];
    const difference = { added: 3, removed: 2, same: 1, changed: { count: 2, key: 'id' } };
    assert.deepEqual(change({ rows: before, key: 'id' }, { rows: now, key: 'id' }).difference, difference);
    const asRows = { added: 5, removed: 4, same: 1 };
    for (const [one, other] of [
      [{ key: 'id' }, { key: 'name' }],
      [{ key: 'id' }, {}],
      [{}, { key: 'id' }],
    ] as const) {
      assert.deepEqual(change({ rows: before, ...one }, { rows: now, ...other }).difference, asRows);
    }
  });

  it('has no changed rows if all are the same', () => {
    const load = { rows: [11, 21], key: 'id' };
    const expected = { added: 0, removed: 0, same: 2, changed: { count: 0, key: 'id' } };
    assert.deepEqual(change(load, load).difference, expected);
  });

  it('does not compare rows of other columns or of another format', () => {
    const { difference } = change({ rows: [1], columns: ['a', 'b'] }, { rows: [1], columns: ['a', 'c'] });
    assert.equal(difference, 'otherColumns');
    assert.equal(change({ rows: [1] }, { rows: [1], isJson: true }).difference, 'otherColumns');
  });

  it('compares rows of JSON although a key is new', () => {
    const before = { rows: [1, 2], columns: ['a'], isJson: true };
    assert.deepEqual(change(before, { rows: [2, 3], columns: ['a', 'b'], isJson: true }).difference, {
      added: 1,
      removed: 1,
      same: 1,
    });
  });

  it('does not compare too many rows, unless they are all the same', () => {
    const many = { rows: [1, 2], hasHashes: false };
    assert.equal(change(many, { rows: [1, 3] }).difference, 'tooManyRows');
    assert.equal(change({ rows: [1, 3] }, many).difference, 'tooManyRows');
    assert.equal(change(many, { rows: [3], hasHashes: false }).difference, 'tooManyRows');
    assert.deepEqual(change(many, many).difference, { added: 0, removed: 0, same: 2 });
  });
});

function change(before: Load, now: Load): LoadChange {
  const [hashesBefore, keysBefore] = [hashesOf(before)?.pack(), keysOf(before, before.key)?.pack()];
  const stored = {
    syncId: '1',
    at: AT,
    summary: summaryOf(before),
    hashes: hashesBefore,
    keys: keysBefore,
    history: [],
  };
  return compareLoads(stored, summaryOf(now), { hashes: hashesOf(now), keys: keysOf(now, before.key) });
}

function summaryOf({ rows, columns = ['a'], isJson = false, key }: Load): LoadSummary {
  return { isJson, rows: rows.length, sum: String(rows.reduce((sum, row) => sum + row, 0)), columns, key };
}

function hashesOf({ rows, hasHashes = true }: Load): HashList | undefined {
  return hasHashes ? listOf(rows) : undefined;
}

/** The key of a row is its tens. */
function keysOf({ rows, key }: Load, keyBefore: string | undefined): HashList | undefined {
  return key === undefined || key !== keyBefore ? undefined : listOf(rows.map((row) => Math.floor(row / 10)));
}

function listOf(hashes: readonly number[]): HashList {
  const list = new HashList();
  hashes.forEach((hash) => list.add(hash, 0));
  list.sort();
  return list;
}
