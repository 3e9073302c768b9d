/** Whether two lists hold the same elements, by identity, in the same order. */
export function isSameList<T>(before: readonly T[], now: readonly T[]): boolean {
  return before.length === now.length && before.every((element, index) => element === now[index]);
}
