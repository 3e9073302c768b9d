import assert from 'node:assert/strict';

type Rows = readonly (readonly string[])[];

/**
 * The same rows, and as many. Of long lists only the first rows that differ are compared in detail: to tell all differences of
 * some ten thousand rows, `deepEqual` takes minutes and gigabytes.
 */
export function assertSameRows(actual: Rows, expected: Rows): void {
  const first = expected.findIndex((row, index) => JSON.stringify(row) !== JSON.stringify(actual[index]));
  if (first >= 0) {
    assert.deepEqual(actual[first], expected[first], `Row ${first + 1} of ${expected.length} differs.`);
  }
  assert.equal(actual.length, expected.length);
}
