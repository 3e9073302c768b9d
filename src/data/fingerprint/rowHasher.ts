import { isSameList } from '../../base/lists.ts';

/** Reads and hashes the rows of a text in UTF-8, which arrives in chunks. */
export interface RowHasher {
  push(bytes: Uint8Array): void;
  end(): void;
  /** The names of the columns, in the order in which their values are hashed. */
  readonly columns: readonly string[];
  /** The names of the columns, in the order of their indexes. */
  readonly namesByIndex: readonly string[];
  /** False: some of the text can't be read. */
  readonly isWhole: boolean;
}

/**
 * The indexes of the columns in the order in which they were before. Undefined if they are not the same columns, or in the same order.
 * A name that occurs twice is two columns.
 */
export function orderLike(before: readonly string[], now: readonly string[]): readonly number[] | undefined {
  if (before.length !== now.length || isSameList(before, now)) {
    return undefined;
  }
  const indexes = new Map<string, number[]>();
  // From the last, so that the first of each name is at the end of its list.
  for (let index = now.length - 1; index >= 0; index--) {
    const name = now[index] ?? '';
    const known = indexes.get(name);
    if (known) {
      known.push(index);
    } else {
      indexes.set(name, [index]);
    }
  }
  const order = before.flatMap((name) => indexes.get(name)?.pop() ?? []);
  return order.length === now.length ? order : undefined;
}
