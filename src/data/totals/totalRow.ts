import type { ColumnTotals } from '../../model/columnTotals.ts';
import { countDigits, isZero, plainSum } from '../../model/columnTotals.ts';
import { compare, readDecimal, writeDecimal } from './decimal.ts';

const MIN_VALUES = 4;
/** Small numbers may be equal by chance. */
const MIN_DIGITS = 4;

/** The names of the columns whose largest or smallest number is the sum of all others, as in a row of totals at the end of an export. */
export function columnsWithTotalRow(totals: readonly ColumnTotals[]): readonly string[] {
  return totals
    .filter((column) => {
      const total = sumOfOthers(column);
      return total !== undefined && [column.smallest, column.largest].some((value) => isEqual(value, total));
    })
    .map(({ name }) => name);
}

/**
 * The names of the columns in which the number of a row is the sum of all others.
 *
 * @param cells of the row.
 */
export function columnsTotaledIn(cells: readonly string[], totals: readonly ColumnTotals[]): readonly string[] {
  return totals
    .filter((column, index) => {
      const total = sumOfOthers(column);
      return total !== undefined && mayBe(cells[index] ?? '', total);
    })
    .map(({ name }) => name);
}

/** The number that is the sum of all others if the column has it: half of the sum. Undefined if it may be there by chance. */
function sumOfOthers(totals: ColumnTotals): string | undefined {
  const sum = readDecimal(totals.sum ?? '');
  if (sum === undefined || sum.digits % 2n !== 0n || totals.filled < MIN_VALUES || hasOneAmount(totals)) {
    return undefined;
  }
  const half = writeDecimal({ ...sum, digits: sum.digits / 2n });
  return countDigits(half) < MIN_DIGITS ? undefined : half;
}

function isEqual(value: string | undefined, number: string): boolean {
  const [one, other] = [readDecimal(value ?? ''), readDecimal(number)];
  return one !== undefined && other !== undefined && compare(one, other) === 0;
}

/** Whether all numbers are zero or the same amount, as in a debit column of 5000, 5000, 0, 0: that amount occurs twice, and is no total. */
function hasOneAmount({ distinct, isDistinctExact, smallest, largest }: ColumnTotals): boolean {
  return isDistinctExact && distinct <= 2 && (isZero(smallest) || isZero(largest));
}

/**
 * Whether a cell as written may be the number, whatever its commas and points mean: zeros at the end count only if they are not decimals,
 * and after a single separator, three digits may be decimals or a thousand.
 */
function mayBe(written: string, number: string): boolean {
  if (/[-\u2212]/.test(written) !== number.startsWith('-')) {
    return false;
  }
  const digits = written.replace(/\D/g, '').replace(/^0+/, '');
  const decimals = /[.,](\d*)\D*$/.exec(written)?.[1]?.length ?? 0;
  const expected = (plainSum(number) ?? '').replace(/\D/g, '').replace(/^0+/, '');
  return withoutZeros(digits, decimals) === expected || (decimals === 3 && digits === expected);
}

/** Without zeros at the end, up to this many. */
function withoutZeros(digits: string, most: number): string {
  return digits.slice(0, digits.length - most) + digits.slice(digits.length - most).replace(/0+$/, '');
}
