import type { ColumnTotals } from '../../model/columnTotals.ts';
import { countDigits, isZero } from '../../model/columnTotals.ts';
import { add, compare, readDecimal } from './decimal.ts';

const MIN_VALUES = 4;
/** Small numbers may be equal by chance. */
const MIN_DIGITS = 4;

/** The names of the columns whose largest or smallest number is the sum of all others, as in a row of totals at the end of an export. */
export function columnsWithTotalRow(totals: readonly ColumnTotals[]): readonly string[] {
  return totals.filter((column) => sumOfOthers(column) !== undefined).map(({ name }) => name);
}

/**
 * The names of the columns in which the number of a row is the sum of all others.
 *
 * @param cells of the row. Signs, points and commas are ignored, because what they mean depends on the other numbers.
 */
export function columnsTotaledIn(cells: readonly string[], totals: readonly ColumnTotals[]): readonly string[] {
  return totals
    .filter((column, index) => {
      const total = sumOfOthers(column);
      return total !== undefined && digitsOf(cells[index] ?? '') === digitsOf(total);
    })
    .map(({ name }) => name);
}

/** The largest or smallest number, if it is the sum of all others. */
function sumOfOthers(totals: ColumnTotals): string | undefined {
  const { filled, sum, smallest, largest } = totals;
  const total = readDecimal(sum ?? '');
  if (total === undefined || filled < MIN_VALUES || hasOneAmount(totals)) {
    return undefined;
  }
  return [smallest, largest].find((text = '') => {
    const value = readDecimal(text);
    return value !== undefined && countDigits(text) >= MIN_DIGITS && compare(add(value, value), total) === 0;
  });
}

/** Whether all numbers are zero or the same amount, as in a debit column of 5000, 5000, 0, 0: that amount occurs twice, and is no total. */
function hasOneAmount({ distinct, isDistinctExact, smallest, largest }: ColumnTotals): boolean {
  return isDistinctExact && distinct <= 2 && (isZero(smallest) || isZero(largest));
}

/** Without zeros at both ends, which may be written or not. */
function digitsOf(number: string): string {
  return number.replace(/\D/g, '').replace(/^0+|0+$/g, '');
}
