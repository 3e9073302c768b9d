/** The pattern for mocha's grep that selects the tests with exactly these whole titles. */
export function exactly(titles: readonly string[]): string {
  return `^(${titles.map((title) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})$`;
}
