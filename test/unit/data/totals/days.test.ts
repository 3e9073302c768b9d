import assert from 'node:assert/strict';
import { totalsOf } from '../check/checkText.ts';

/** The first and the last day of a column with these values. */
function spanOf(...values: readonly string[]): readonly (string | undefined)[] {
  const [, column] = totalsOf('csv', `x,day\n${values.map((value) => `x,${value}\n`).join('')}`);
  assert.equal(column?.type, 'date', values.join(' '));
  return [column.smallest, column.largest];
}

describe('The first and last day of a column', () => {
  it('are found in every form of a date, with or without a time', () => {
    for (const [values, first, last] of [
      [['2026-01-31', '2025-12-01', '2026-02-01'], '2025-12-01', '2026-02-01'],
      [['2026-01-31T09:30:00Z', '2026-01-30 23:59', '2026-01-29'], '2026-01-29', '2026-01-31'],
      [['"2026-01-31"', '"2025-01-02"', '2026-05-06'], '2025-01-02', '2026-05-06'],
      [[' 2026-01-31 ', '', '2026-01-02'], '2026-01-02', '2026-01-31'],
      [['2026-1-5', '2026-01-04'], '2026-01-04', '2026-01-05'],
      [['2026/01/31', '2026/2/1'], '2026-01-31', '2026-02-01'],
      [['2026/1/31T09:30', '2026/2/1 9:30'], '2026-01-31', '2026-02-01'],
      [['31.1.2026', '01.02.2025'], '2025-02-01', '2026-01-31'],
      [['31.1.26', '1.2.25'], '2025-02-01', '2026-01-31'],
      [['1.1.68', '1.1.69'], '1969-01-01', '2068-01-01'],
      [['1/31/2026', '2/1/2026'], '2026-01-31', '2026-02-01'],
      [['31/1/2026', '1/2/2026'], '2026-01-31', '2026-02-01'],
      [['13/1/26', '1/2/26 9:30'], '2026-01-13', '2026-02-01'],
      [['5/5/2026', '6/6/2026'], '2026-05-05', '2026-06-06'],
      [['0099-01-02', '0100-01-02'], '0099-01-02', '0100-01-02'],
    ] as const) {
      assert.deepEqual(spanOf(...values), [first, last], values.join(' '));
    }
  });

  it('are not known where the order of day and month is not, or a date is no day', () => {
    for (const values of [
      ['1/2/2026', '3/4/2026'],
      ['13/1/2026', '1/13/2026'],
      ['2026-01-31', '2026-13-01'],
      ['2026-01-31', '2026-00-01'],
      ['2026-01-31', '2026-01-32'],
      ['2026-01-31', '2026-01-00'],
      ['32.1.2026', '1.1.2026'],
      ['9:30', '10:30'],
      ['2026-01-31', '9:30'],
    ]) {
      assert.deepEqual(spanOf(...values), [undefined, undefined], values.join(' '));
    }
  });

  it('are known although the order is not, if both have the same', () => {
    assert.deepEqual(spanOf('1/2/2026', '2/1/2026', '2026-06-30', '2025-01-01'), ['2025-01-01', '2026-06-30']);
  });
});
