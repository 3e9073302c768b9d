/** What the values of a column have in common. `blank`: there are none. `nested`: each one is an object or an array. */
export type ColumnType = 'number' | 'date' | 'text' | 'nested' | 'blank';

/** The control totals of a column: figures to compare with those of the system that the data came from or goes to. */
export interface ColumnTotals {
  readonly name: string;
  readonly type: ColumnType;
  /** How many rows have a value. */
  readonly filled: number;
  /** How many rows have none: nothing but spaces, `null` in JSON, or no such cell. */
  readonly blanks: number;
  /** Exact, in plain decimal notation. Undefined unless all values are numbers that can be summed. */
  readonly sum: string | undefined;
  /** The smallest number, or the first day as `2026-01-31`. Undefined if it is not known. */
  readonly smallest: string | undefined;
  readonly largest: string | undefined;
  /** How many different values there are, or at least are. */
  readonly distinct: number;
  /** Whether `distinct` counts all of them. */
  readonly isDistinctExact: boolean;
  /** Whether no two rows have the same value and none is blank. Undefined if that is not known, or if there are no rows. */
  readonly isUnique: boolean | undefined;
  /** Only if it was asked for. */
  readonly profile?: ColumnProfile;
}

/** Whether a check computes control totals, or, which takes much longer, profiles with them. */
export type TotalsRequest = boolean | 'profile';

/** The totals of a numeric column that are stored with the job of its upload: not its minimum and maximum, which are values of rows. */
export type KeptTotals = Pick<ColumnTotals, 'name' | 'blanks'> & { readonly sum: string };

/** The sum of a column, as far as it is known. */
export type ColumnSum = Pick<ColumnTotals, 'name' | 'sum'>;

/** Small sums may be equal by chance. */
const MIN_BALANCING_DIGITS = 3;

/** Groups of columns, by name, whose sums are equal and not small, as those of debit and credit should be. In column order. */
export function balancingColumns(totals: readonly ColumnSum[]): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  for (const { name, sum } of totals) {
    const value = plainSum(sum);
    if (sum !== undefined && value !== undefined && countDigits(sum) >= MIN_BALANCING_DIGITS) {
      groups.set(value, [...(groups.get(value) ?? []), name]);
    }
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

/** How many digits of a number, written as a plain decimal, are significant. */
export function countDigits(decimal: string): number {
  return decimal.replace(/^[-0.]+/, '').replace('.', '').length;
}

/** Whether a sum is known to be zero. */
export function isZero(sum: string | undefined): boolean {
  return /^-?0(?:\.0+)?$/.test(sum ?? '');
}

/** Without trailing zeros in the fraction, so that equal sums are equal strings. */
export function plainSum(sum: string | undefined): string | undefined {
  return sum?.includes('.') === true ? sum.replace(/\.?0+$/, '') : sum;
}

/** How often a value occurs in a column. */
interface ValueCount {
  readonly value: string;
  readonly count: number;
}

/** How many numbers are from `from` up to, but not including, `to`. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** How the values of a column are distributed. Contains values of rows, so it is shown, but never stored or logged. */
export interface ColumnProfile {
  /** The values that occur most often, among those that were counted. */
  readonly commonest: readonly ValueCount[];
  /** Whether all values were counted, not only the first ones and short ones. */
  readonly isComplete: boolean;
  /** In ascending order, all of the same width. Empty unless the values are numbers. */
  readonly bins: readonly Bin[];
}
