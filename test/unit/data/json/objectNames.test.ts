import assert from 'node:assert/strict';
import fc from 'fast-check';
import { objectNames } from '../../../../src/data/json/objectNames.ts';
import { runs } from '../../../scale.ts';

describe('The columns that are objects in other rows', () => {
  it('are those whose name begins another one, before a point', () => {
    const columns = ['id', 'at', 'at.city', 'at.geo', 'at.geo.x', 'a', 'at2', 'b.c', 'é', 'é.x', 'at-x'];
    assert.deepEqual(objectNames(columns, []), ['at', 'at.geo', 'é']);
    assert.deepEqual(objectNames(['at', 'at2', 'b.c'], []), []);
    assert.deepEqual(objectNames([], []), []);
    // Rows can have such a column themselves.
    const before = ['price', 'price.currency', 'tags', 'at'];
    assert.deepEqual(objectNames(['price', 'price.currency', 'tags.0', 'at', 'at.x'], before), ['at']);
  });

  it('are found whatever their order', () => {
    const name = fc.array(fc.constantFrom('a', 'b', '-', '', 'é'), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.uniqueArray(name.map((parts) => parts.join('.'))), (columns) => {
        const expected = columns.filter((column) => columns.some((other) => other.startsWith(`${column}.`)));
        assert.deepEqual(objectNames(columns, []), expected);
      }),
      { numRuns: runs(300) },
    );
  });

  it('are none if there are too many to be stored', () => {
    const columns = (count: number, length: number) =>
      Array.from({ length: count }, (_, index) => `${index}`.padEnd(length, 'x')).flatMap((one) => [one, `${one}.y`]);
    assert.equal(objectNames(columns(1_000, 100), []).length, 1_000);
    assert.equal(objectNames(columns(1_001, 10), []).length, 0);
    assert.equal(objectNames(columns(1_000, 101), []).length, 0);
  });
});
