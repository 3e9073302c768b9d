import assert from 'node:assert/strict';
import { limitedHeaderChange } from '../../../src/model/limits.ts';

describe('A stored change', () => {
  it('of a header has at most 50 names of each kind, of limited length', () => {
    const names = Array.from({ length: 60 }, (_, index) => `${index}${'x'.repeat(300)}`);
    const recased = names.map((name) => ({ from: name, to: name.toUpperCase() }));
    const change = limitedHeaderChange({ missing: names, added: names, recased, isReordered: true });
    assert.deepEqual([change.missing.length, change.added.length, change.recased.length], [50, 50, 50]);
    const all = [...change.missing, ...change.added, ...change.recased.flatMap(({ from, to }) => [from, to])];
    assert.ok(all.every((name) => name.length === 200));
    assert.equal(change.isReordered, true);
  });
});
