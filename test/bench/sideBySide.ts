import { readdirSync, readFileSync } from 'node:fs';
import { median } from './measurement.ts';

/** Alternatives by name. */
type Ways<Name extends string, Outcome> = Readonly<Record<Name, () => Promise<Outcome>>>;

/** Times alternatives like `measureSideBySide`. Returns the median of each in milliseconds, by name. */
export function timeSideBySide<Name extends string>(
  rounds: number,
  ways: Ways<Name, unknown>,
): Promise<Readonly<Record<Name, number>>> {
  return timeWith(() => performance.now(), rounds, ways);
}

/** The same in milliseconds of CPU time, of all threads. Other load on the machine hardly changes it. */
export function cpuTimeSideBySide<Name extends string>(
  rounds: number,
  ways: Ways<Name, unknown>,
): Promise<Readonly<Record<Name, number>>> {
  return timeWith(cpuMilliseconds, rounds, ways);
}

function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** The CPU time of some work in milliseconds. */
interface CpuTimes {
  /** Of all threads. */
  readonly all: number;
  /** What it takes at least on two processors that do nothing else: half of it, or what its busiest thread takes. */
  readonly onTwoProcessors: number;
}

/** Like `cpuTimeSideBySide`, and how much of it can be done at the same time. Only on Linux; elsewhere, that is not a number. */
export async function cpuTimesSideBySide<Name extends string>(
  rounds: number,
  ways: Ways<Name, unknown>,
): Promise<Readonly<Record<Name, CpuTimes>>> {
  const names = Object.keys(ways) as Name[];
  const busiest = new Map<string, number[]>(names.map((name) => [name, []]));
  const watched = names.map((name) => [
    name,
    async () => {
      const before = threadMilliseconds();
      await ways[name]();
      const times = [...threadMilliseconds()].map(([thread, time]) => time - (before.get(thread) ?? 0));
      busiest.get(name)?.push(times.length === 0 ? NaN : Math.max(...times));
    },
  ]);
  const all = await cpuTimeSideBySide(rounds, Object.fromEntries(watched) as Ways<Name, unknown>);
  const times = names.map((name) => {
    // The first turn is not measured.
    const ofThread = median(busiest.get(name)?.slice(1) ?? []);
    return [name, { all: all[name], onTwoProcessors: Math.max(ofThread, all[name] / 2) }];
  });
  return Object.fromEntries(times) as Record<Name, CpuTimes>;
}

/** The CPU time of each thread of the process, by its number. */
function threadMilliseconds(): ReadonlyMap<string, number> {
  if (process.platform !== 'linux') {
    return new Map();
  }
  return new Map(
    readdirSync('/proc/self/task').map((thread) => {
      const [nanoseconds] = readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ');
      return [thread, Number(nanoseconds) / 1e6];
    }),
  );
}

function timeWith<Name extends string>(
  clock: () => number,
  rounds: number,
  ways: Ways<Name, unknown>,
): Promise<Readonly<Record<Name, number>>> {
  const timed = Object.entries<() => Promise<unknown>>(ways).map(([name, way]) => [
    name,
    async () => {
      const start = clock();
      await way();
      return clock() - start;
    },
  ]);
  return measureSideBySide(rounds, Object.fromEntries(timed) as Ways<Name, number>);
}

/**
 * Runs the alternatives in turns, so that other load on the machine affects all of them equally. Returns the median of
 * the results of each, by name. A first turn is not measured: in it, the code is compiled and the file read from the disk.
 */
export async function measureSideBySide<Name extends string>(
  rounds: number,
  ways: Ways<Name, number>,
): Promise<Readonly<Record<Name, number>>> {
  const names = Object.keys(ways) as Name[];
  const values = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const value = await ways[name]();
      if (round > 0) {
        values.get(name)?.push(value);
      }
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(values.get(name) ?? [])])) as Record<Name, number>;
}
