import { HashList } from './hashList.ts';
import type { HashDifference } from './hashList.ts';
import type { LoadSummary, StoredLoad } from './loadFile.ts';

/** How the rows differ from those of the last load. */
export interface LoadChange {
  /** When the service accepted the last load, in ms since the epoch. */
  readonly at: number;
  readonly rowsBefore: number;
  readonly rows: number;
  /** Why rows are not compared: their columns or formats are others, or there are too many. */
  readonly difference: HashDifference | 'otherColumns' | 'tooManyRows';
}

/** @param hashes sorted; undefined if there are too many rows. */
export function compareLoads(before: StoredLoad, now: LoadSummary, hashes: HashList | undefined): LoadChange {
  const { at, summary } = before;
  return { at, rowsBefore: summary.rows, rows: now.rows, difference: differenceOf(before, now, hashes) };
}

function differenceOf(
  { summary, hashes: hashesBefore }: StoredLoad,
  now: LoadSummary,
  hashes: HashList | undefined,
): LoadChange['difference'] {
  // A row of JSON without a key is the same as one with null.
  const isComparable = summary.isJson === now.isJson && (now.isJson || isSameList(summary.columns, now.columns));
  if (!isComparable) {
    return 'otherColumns';
  }
  if (summary.rows === now.rows && summary.sum === now.sum) {
    return { added: 0, removed: 0, same: now.rows };
  }
  return hashes === undefined || hashesBefore === undefined
    ? 'tooManyRows'
    : hashes.differenceFrom(HashList.unpack(hashesBefore));
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index]);
}
