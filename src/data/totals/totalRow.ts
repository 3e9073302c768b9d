import type { ColumnTotals } from '../../model/columnTotals.ts';
import { countDigits, isZero, plainSum } from '../../model/columnTotals.ts';
import { compare, readDecimal, writeDecimal } from './decimal.ts';

const MIN_OTHERS = 3;
/** Small numbers may be equal by chance. */
const MIN_DIGITS = 4;

/** The names of the columns whose largest or smallest number is the sum of all others, as in a total row at the end of an export. */
export function columnsWithTotalRow(totals: readonly ColumnTotals[]): readonly string[] {
  return totals
    .filter((column) => {
      const total = sumOfOthers(column);
      return total !== undefined && [column.smallest, column.largest].some((value) => isEqual(value, total));
    })
    .map(({ name }) => name);
}

/** Rows of totals at the end, and the names of the columns in which each of them has the sum of all other rows. */
interface TotalRows {
  readonly rows: number;
  readonly columns: readonly string[];
}

/**
 * Finds how many of the last rows are probably totals.
 *
 * @param lastRows their cells. Several are totals only if their numbers and dates are the same, unlike those of rows with an ID.
 */
export function findTotalRows(
  lastRows: readonly (readonly string[])[],
  totals: readonly ColumnTotals[],
): TotalRows | undefined {
  const last = lastRows.at(-1) ?? [];
  const alike = lastRows.slice(lastRows.findLastIndex((row) => !isAlike(row, last, totals)) + 1);
  return alike
    .map((_row, index) => alike.slice(index))
    .map((rows) => ({ rows: rows.length, columns: columnsTotaledIn(rows, totals) }))
    .find(({ columns }) => columns.length > 0);
}

/** Whether two rows have the same numbers and dates, or none. */
function isAlike(row: readonly string[], other: readonly string[], totals: readonly ColumnTotals[]): boolean {
  return totals.every(({ type }, index) => {
    const [value = '', otherValue = ''] = [row[index]?.trim(), other[index]?.trim()];
    return (type !== 'number' && type !== 'date') || value === '' || otherValue === '' || value === otherValue;
  });
}

/** The names of the columns in which the number of each of these rows is the sum of all other rows. */
function columnsTotaledIn(rows: readonly (readonly string[])[], totals: readonly ColumnTotals[]): readonly string[] {
  return totals
    .filter((column, index) => {
      const total = sumOfOthers(column, rows.length);
      return total !== undefined && rows.every((cells) => mayBe(cells[index] ?? '', total));
    })
    .map(({ name }) => name);
}

/**
 * The number that is the sum of all others if the column has it this many times: if once, half of the sum. Undefined if it may be there by
 * chance.
 */
function sumOfOthers(totals: ColumnTotals, times = 1): string | undefined {
  const sum = readDecimal(totals.sum ?? '');
  const parts = BigInt(times + 1);
  const hasFew = totals.filled < MIN_OTHERS + times;
  if (sum === undefined || sum.digits % parts !== 0n || hasFew || hasOneAmount(totals)) {
    return undefined;
  }
  const part = writeDecimal({ ...sum, digits: sum.digits / parts });
  return countDigits(part) < MIN_DIGITS ? undefined : part;
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
