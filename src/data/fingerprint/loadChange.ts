import { isSameList } from '../../base/lists.ts';
import { HashList } from './hashList.ts';
import type { HashDifference } from './hashList.ts';
import type { LoadSummary, StoredLoad } from './storedLoad.ts';

/** How the rows differ from those of the last load. */
export interface LoadChange {
  /** When the service accepted the last load, in ms since the epoch. */
  readonly at: number;
  readonly rowsBefore: number;
  readonly rows: number;
  /** Why rows are not compared: their columns or formats differ, or there are too many. */
  readonly difference: RowDifference | 'otherColumns' | 'tooManyRows';
}

interface RowDifference extends HashDifference {
  /** Rows that have other values, but the same key, which are not counted as added or removed. Undefined if there is no key. */
  readonly changed?: { readonly count: number; readonly key: string };
}

/** Sorted. */
interface LoadHashes {
  /** Undefined if there are too many rows. */
  readonly hashes: HashList | undefined;
  /** The hashes of the column that was the key of the last load. Undefined if it is no longer a key. */
  readonly keys: HashList | undefined;
}

export function compareLoads(before: StoredLoad, now: LoadSummary, hashes: LoadHashes): LoadChange {
  const { at, summary } = before;
  return { at, rowsBefore: summary.rows, rows: now.rows, difference: differenceOf(before, now, hashes) };
}

function differenceOf(
  { summary, hashes: hashesBefore, keys: keysBefore }: StoredLoad,
  now: LoadSummary,
  { hashes, keys }: LoadHashes,
): LoadChange['difference'] {
  // A row of JSON without a key is the same as one with null.
  const isComparable = summary.isJson === now.isJson && (now.isJson || isSameList(summary.columns, now.columns));
  if (!isComparable) {
    return 'otherColumns';
  }
  const ofKey = (count: number): Pick<RowDifference, 'changed'> =>
    summary.key === undefined || keys === undefined ? {} : { changed: { count, key: summary.key } };
  if (summary.rows === now.rows && summary.sum === now.sum) {
    return { added: 0, removed: 0, same: now.rows, ...ofKey(0) };
  }
  if (hashes === undefined || hashesBefore === undefined) {
    return 'tooManyRows';
  }
  const rows = hashes.differenceFrom(HashList.unpack(hashesBefore));
  if (keys === undefined || keysBefore === undefined) {
    return rows;
  }
  // Each row has a key of its own in both loads. A row that is not in the last load has a new key, or has changed.
  const { added, removed } = keys.differenceFrom(HashList.unpack(keysBefore));
  return { added, removed, same: rows.same, ...ofKey(rows.added - added) };
}
