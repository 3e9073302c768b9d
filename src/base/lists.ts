/** Whether two lists hold the same elements, by identity, in the same order. */
export function isSameList<T>(before: readonly T[], now: readonly T[]): boolean {
  return before.length === now.length && before.every((element, index) => element === now[index]);
}

/** Orders numbers, or strings without regard to the language. Not by subtraction, which gives NaN for two infinite numbers. */
export function compareValues<T extends number | string>(a: T, b: T): number {
  return a < b ? -1 : Number(a > b);
}

/** The index of the first item of a sorted list that is not `isBefore`; the list's length if all are. A binary search. */
export function lowerBound<T>(sorted: readonly T[], isBefore: (item: T) => boolean): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isBefore(sorted[middle] as T)) {
      from = middle + 1;
    } else {
      to = middle;
    }
  }
  return from;
}

/** The values that a list has more than once. */
export function repeatedIn<T>(values: readonly T[]): ReadonlySet<T> {
  const seen = new Set<T>();
  const repeated = new Set<T>();
  for (const value of values) {
    (seen.has(value) ? repeated : seen).add(value);
  }
  return repeated;
}

/** The first item with each key. */
export function uniqueBy<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const byKey = new Map<string, T>();
  for (const item of items) {
    const key = keyOf(item);
    if (!byKey.has(key)) {
      byKey.set(key, item);
    }
  }
  return [...byKey.values()];
}
