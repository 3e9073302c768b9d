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
