import type { ColumnTotals } from '../../model/columnTotals.ts';
import { countDigits, isZero } from '../../model/columnTotals.ts';
import { add, compare, readDecimal } from './decimal.ts';

const MIN_VALUES = 4;
/** Small numbers may be equal by chance. */
const MIN_DIGITS = 4;

/** The names of the columns whose largest or smallest number is the sum of all others, as in a row of totals at the end of an export. */
export function columnsWithTotalRow(totals: readonly ColumnTotals[]): readonly string[] {
  return totals.filter(hasTotalRow).map(({ name }) => name);
}

function hasTotalRow(totals: ColumnTotals): boolean {
  const { type, filled, sum, smallest, largest } = totals;
  const total = type === 'number' && filled >= MIN_VALUES ? readDecimal(sum ?? '') : undefined;
  return (
    total !== undefined &&
    !hasOneAmount(totals) &&
    [smallest, largest].some((text = '') => {
      const value = readDecimal(text);
      return value !== undefined && countDigits(text) >= MIN_DIGITS && compare(add(value, value), total) === 0;
    })
  );
}

/** Whether all numbers are zero or the same amount, as in a debit column of 5000, 5000, 0, 0: that amount occurs twice, and is no total. */
function hasOneAmount({ distinct, isDistinctExact, smallest = '', largest = '' }: ColumnTotals): boolean {
  return isDistinctExact && distinct <= 2 && (isZero(smallest) || isZero(largest));
}
