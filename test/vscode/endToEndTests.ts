import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FEATURES } from '../e2e/features.ts';
import { exactly } from './exactTitles.ts';
import { SERVER_VERSION_VARIABLE } from './launcherEnvironment.ts';
import type { Task } from './taskPool.ts';

const FOLDER = join('test', 'e2e', 'specs');
/** Those that take too long for `npm test`. */
const LONG_FOLDER = join('test', 'e2e', 'long');
const SECONDS_FILE = join('test', 'e2e', 'seconds.json');

/** What `--reporter json` writes. Durations are in ms. */
interface MochaReport {
  readonly tests: readonly { readonly file: string; readonly duration?: number }[];
}

/** The files of the end-to-end tests of `npm test`. */
export function findSpecs(): readonly string[] {
  return readdirSync(FOLDER).map((name) => join(FOLDER, name));
}

/** The files of the end-to-end tests that only `npm run test:long` runs. */
export function findLongSpecs(): readonly string[] {
  return readdirSync(LONG_FOLDER).map((name) => join(LONG_FOLDER, name));
}

/** How long each file takes, in seconds. Recorded, because neither the size of a file nor the number of its tests says so. */
function readSeconds(): Readonly<Record<string, number>> {
  return JSON.parse(readFileSync(SECONDS_FILE, 'utf8')) as Record<string, number>;
}

/**
 * The files in parts that take about as long: each file, the longest first, joins the part that takes least until then. A file whose
 * time is not recorded yet counts as an average one.
 */
export function inParts(
  specs: readonly string[],
  parts: number,
  seconds = readSeconds(),
): readonly (readonly string[])[] {
  const times = Object.values(seconds);
  const average = times.reduce((sum, time) => sum + time, 0) / times.length;
  const result = Array.from({ length: parts }, () => ({ files: [] as string[], seconds: 0 }));
  const secondsOf = (spec: string): number => seconds[basename(spec)] ?? average;
  for (const spec of specs.toSorted((one, other) => secondsOf(other) - secondsOf(one))) {
    const [part] = result.toSorted((one, other) => one.seconds - other.seconds);
    part?.files.push(spec);
    if (part) {
      part.seconds += secondsOf(spec);
    }
  }
  return result.map(({ files }) => files);
}

/**
 * Runs end-to-end tests in a version of VS Code. Where `CI` is `true`, a test that fails is tried once more, from scratch: VS Code's own
 * windows, which the tests operate, now and then miss a click or a key on a busy machine.
 */
export function endToEndRun(
  version: string,
  specs: readonly string[],
  options: readonly string[] = [],
): Pick<Task, 'env'> & { readonly command: readonly [string, ...string[]] } {
  const tries = process.env['CI'] === 'true' ? ['--retries', '1'] : [];
  return {
    command: [process.execPath, 'node_modules/mocha/bin/mocha.js', ...tries, ...options, ...specs],
    env: { [SERVER_VERSION_VARIABLE]: version },
  };
}

/** The options of mocha that select a test for each feature. */
export function onlyFeatures(): readonly string[] {
  return ['--grep', exactly(Object.values(FEATURES))];
}

/** Records how long each file took, according to a report of mocha. */
export function writeSeconds({ tests }: MochaReport): void {
  const seconds: Record<string, number> = {};
  for (const { file, duration = 0 } of tests) {
    seconds[basename(file)] = (seconds[basename(file)] ?? 0) + duration / 1000;
  }
  const all: Readonly<Record<string, number>> = { ...readSeconds(), ...seconds };
  const names = findSpecs().map((path) => basename(path));
  const rounded = Object.fromEntries(names.sort().map((name) => [name, Math.round(all[name] ?? 0)]));
  writeFileSync(SECONDS_FILE, `${JSON.stringify(rounded, undefined, 2)}\n`);
}
