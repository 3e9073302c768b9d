import { median } from './measurement.ts';

/** Several ways to do a thing, by name. */
type Ways<Name extends string, Outcome> = Readonly<Record<Name, () => Promise<Outcome>>>;

/** Times several ways as `measureSideBySide` does. Returns the median of each in milliseconds, by its name. */
export function timeSideBySide<Name extends string>(
  rounds: number,
  ways: Ways<Name, unknown>,
): Promise<Readonly<Record<Name, number>>> {
  const timed = Object.entries<() => Promise<unknown>>(ways).map(([name, way]) => [
    name,
    async () => {
      const start = performance.now();
      await way();
      return performance.now() - start;
    },
  ]);
  return measureSideBySide(rounds, Object.fromEntries(timed) as Ways<Name, number>);
}

/**
 * Does the ways in turns, so that what else the machine does falls on all of them alike. Returns the median of what each
 * one returned, by its name.
 */
export async function measureSideBySide<Name extends string>(
  rounds: number,
  ways: Ways<Name, number>,
): Promise<Readonly<Record<Name, number>>> {
  const names = Object.keys(ways) as Name[];
  const values = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      values.get(name)?.push(await ways[name]());
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(values.get(name) ?? [])])) as Record<Name, number>;
}
