import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { DataWorkers } from '../../src/data/worker/dataWorkers.ts';
import { benchGrowth } from './growth.ts';
import { DATA_SHAPES } from './dataShapes.ts';
import type { DataShape } from './dataShapes.ts';
import { writeCsv, writeJson, writePlainCsv } from './generate.ts';
import { median, rounded } from './measurement.ts';
import type { Measurement } from './measurement.ts';
import { OTHER_READERS } from './otherReaders.ts';
import type { ReaderName } from './otherReaders.ts';
import { cpuTimeSideBySide, cpuTimesSideBySide, measureSideBySide, timeSideBySide } from './sideBySide.ts';

const ROUNDS = 5;
/** How much longer a check may take if it also computes control totals. Only some shapes meet it: see docs/decisions/control-totals.md. */
const TOTALS_GOAL = 1.15;
const MB = 1_000_000;
const OPEN_QUOTE = 'check of 48 MB CSV with an unterminated quote near the top, to the same without';
const CHECK_ONCE = join(import.meta.dirname, 'checkOnce.ts');

/** The speed of a check compared with parsers that check nothing, its memory, and its longest pause. */
export async function dataSuite(folder: string, grep: RegExp): Promise<readonly Measurement[]> {
  const program = join(folder, 'dataWorker.mjs');
  // The packaged bundle.
  execFileSync(process.execPath, ['esbuild.js', '--production', '--only', 'standalone', '--outdir', folder]);
  const workers = new DataWorkers(program);
  try {
    const results: Measurement[] = [];
    for (const shape of DATA_SHAPES.filter(({ name }) => grep.test(name))) {
      results.push(...(await benchShape(workers, folder, shape)));
    }
    return [
      ...results,
      ...(grep.test(OPEN_QUOTE) ? await benchOpenQuote(workers, folder) : []),
      ...(await benchFingerprints(workers, folder, grep)),
      ...benchSizes(program, folder, grep),
      ...(await benchTotalsMemory(program, folder, grep)),
      ...(await benchGrowth(grep)),
    ];
  } finally {
    workers.dispose();
  }
}

async function benchShape(
  workers: DataWorkers,
  folder: string,
  { name, kind, megabytes, write, goals, totalsGoal }: DataShape,
): Promise<readonly Measurement[]> {
  const path = join(folder, `shape.${kind}`);
  write(path, megabytes * MB);
  const readers = Object.entries(goals) as [ReaderName, number][];
  const times: Readonly<Record<string, number>> = await timeSideBySide(ROUNDS, {
    check: () => workers.checkFile(path, kind),
    ...Object.fromEntries(readers.map(([reader]) => [reader, () => OTHER_READERS[reader].read(path)])),
  });
  const check = times['check'] ?? NaN;
  const cpu = await cpuTimesSideBySide(ROUNDS, {
    without: () => workers.checkFile(path, kind),
    withTotals: () => workers.checkFile(path, kind, { totals: true }),
  });
  const title = `check of ${megabytes} MB ${name}`;
  return [
    { name: title, value: rounded(check), unit: 'ms', goal: undefined },
    {
      name: `${title}, with control totals, to without, on two processors`,
      value: rounded(cpu.withTotals.onTwoProcessors / cpu.without.onTwoProcessors),
      unit: 'times its CPU time',
      goal: { atMost: TOTALS_GOAL },
    },
    cpuRatio(
      `${title}, with control totals, to without, all threads`,
      cpu.withTotals.all / cpu.without.all,
      totalsGoal,
    ),
    ...readers.map(([reader, atMost]) =>
      ratio(`${title}, every check on, to ${OTHER_READERS[reader].label}`, check / (times[reader] ?? NaN), atMost),
    ),
  ];
}

async function benchOpenQuote(workers: DataWorkers, folder: string): Promise<readonly Measurement[]> {
  const [good, bad] = [join(folder, 'good.csv'), join(folder, 'openQuote.csv')];
  writePlainCsv(good, 48 * MB, false);
  writePlainCsv(bad, 48 * MB, true);
  const { without, withQuote } = await timeSideBySide(2 * ROUNDS + 1, {
    without: () => workers.checkFile(good, 'csv'),
    withQuote: () => workers.checkFile(bad, 'csv'),
  });
  return [ratio(OPEN_QUOTE, withQuote / without, 1)];
}

/** The fingerprint that an upload takes in addition to its check: also compared with a last load of the same rows. */
async function benchFingerprints(workers: DataWorkers, folder: string, grep: RegExp): Promise<readonly Measurement[]> {
  const results: Measurement[] = [];
  for (const { kind, goal } of [
    { kind: 'csv', goal: 6 },
    { kind: 'json', goal: 9 },
  ] as const) {
    const name = `fingerprint and comparison of 100 MB ${kind.toUpperCase()}, to its check`;
    if (!grep.test(name)) {
      continue;
    }
    const path = join(folder, `fingerprint.${kind}`);
    (kind === 'csv' ? writeCsv : writeJson)(path, 100 * MB);
    const fingerprintFile = { path: join(folder, 'loads', kind), secret: '00'.repeat(32) };
    const request = { kind, conversion: {}, fingerprintFile, lastSyncId: 'last' } as const;
    const last = await workers.fingerprintFile(path, request);
    if (last !== undefined) {
      const { summary, history, hashes, keys } = last;
      await workers.writeLoad(fingerprintFile, { syncId: 'last', at: 0, summary, history, hashes, keys });
    }
    const { check, fingerprint } = await cpuTimeSideBySide(ROUNDS, {
      check: () => workers.checkFile(path, kind),
      fingerprint: () => workers.fingerprintFile(path, request),
    });
    results.push(cpuRatio(name, fingerprint / check, goal));
  }
  return results;
}

/** Memory and pauses, each measured in a separate process. */
function benchSizes(program: string, folder: string, grep: RegExp): readonly Measurement[] {
  const results: Measurement[] = [];
  for (const kind of ['csv', 'json'] as const) {
    for (const megabytes of [1, 50, 500]) {
      const path = join(folder, `sized.${kind}`);
      for (const source of megabytes === 500 ? ['file'] : ['file', 'text']) {
        const name = `check of ${megabytes} MB ${kind.toUpperCase()}, ${source === 'file' ? 'a file' : "an editor's text"}`;
        if (!grep.test(name)) {
          continue;
        }
        (kind === 'csv' ? writeCsv : writeJson)(path, megabytes * MB);
        const runs = Array.from({ length: ROUNDS }, () => checkOnce(program, source, kind, path));
        results.push(
          {
            name: `${name}: memory over idle`,
            value: rounded(median(runs.map(({ addedMb }) => addedMb))),
            unit: 'MB',
            goal: { atMost: 100 },
          },
          {
            name: `${name}: longest pause of the caller`,
            value: rounded(median(runs.map(({ longestPauseMs }) => longestPauseMs))),
            unit: 'ms',
            goal: { atMost: 16 },
          },
        );
      }
    }
  }
  return results;
}

/** How much more memory a check takes if it also computes control totals. In more turns than usual: peaks of memory vary. */
async function benchTotalsMemory(program: string, folder: string, grep: RegExp): Promise<readonly Measurement[]> {
  const results: Measurement[] = [];
  for (const kind of ['csv', 'json'] as const) {
    const name = `check of 200 MB ${kind.toUpperCase()} with control totals: memory above a check without`;
    if (!grep.test(name)) {
      continue;
    }
    const path = join(folder, `totals.${kind}`);
    (kind === 'csv' ? writeCsv : writeJson)(path, 200 * MB);
    const peak = (totals: boolean) => () => Promise.resolve(checkOnce(program, 'file', kind, path, totals).addedMb);
    const peaks = await measureSideBySide(2 * ROUNDS + 1, { without: peak(false), withTotals: peak(true) });
    results.push({ name, value: rounded(peaks.withTotals - peaks.without), unit: 'MB', goal: { atMost: 16 } });
  }
  return results;
}

function checkOnce(
  program: string,
  source: string,
  kind: string,
  path: string,
  totals = false,
): { readonly addedMb: number; readonly longestPauseMs: number } {
  const args = [CHECK_ONCE, source, kind, path, program, ...(totals ? ['totals'] : [])];
  const output = execFileSync(process.execPath, ['--expose-gc', ...args], { encoding: 'utf8' });
  return JSON.parse(output) as { addedMb: number; longestPauseMs: number };
}

function ratio(name: string, value: number, atMost: number): Measurement {
  return { name, value: rounded(value), unit: 'times its time', goal: { atMost } };
}

function cpuRatio(name: string, value: number, atMost: number): Measurement {
  return { name, value: rounded(value), unit: 'times its CPU time', goal: { atMost } };
}
