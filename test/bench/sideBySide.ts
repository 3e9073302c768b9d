import { median } from './measurement.ts';

/**
 * Times several ways to do a thing, in turns, so that what else the machine does falls on all of them alike. Returns the
 * median of each in milliseconds, by its name.
 */
export async function timeSideBySide<Name extends string>(
  rounds: number,
  ways: Readonly<Record<Name, () => Promise<unknown>>>,
): Promise<Readonly<Record<Name, number>>> {
  const names = Object.keys(ways) as Name[];
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const start = performance.now();
      await ways[name]();
      times.get(name)?.push(performance.now() - start);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name) ?? [])])) as Record<Name, number>;
}
