import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { DataWorkers } from '../../src/data/worker/dataWorkers.ts';
import { benchGrowth } from './growth.ts';
import { writeCsv, writeJson, writePlainCsv } from './generate.ts';
import { median, rounded } from './measurement.ts';
import type { Measurement } from './measurement.ts';
import { countWithCsvParse, countWithPapaparse, parseWithJsonParse } from './otherReaders.ts';
import { timeSideBySide } from './sideBySide.ts';

const ROUNDS = 5;
const MB = 1_000_000;
const CHECK_ONCE = join(import.meta.dirname, 'checkOnce.ts');

/** The speed of a check compared with parsers that check nothing, its memory, and its longest pause. */
export async function dataSuite(folder: string): Promise<readonly Measurement[]> {
  const program = join(folder, 'dataWorker.mjs');
  // The packaged bundle.
  execFileSync(process.execPath, ['esbuild.js', '--production', '--only', 'standalone', '--outdir', folder]);
  const workers = new DataWorkers(program);
  try {
    return [
      ...(await benchCsv(workers, join(folder, 'large.csv'))),
      ...(await benchOpenQuote(workers, folder)),
      ...(await benchJson(workers, join(folder, 'large.json'))),
      ...benchSizes(program, folder),
      ...(await benchGrowth()),
    ];
  } finally {
    workers.dispose();
  }
}

async function benchCsv(workers: DataWorkers, path: string): Promise<readonly Measurement[]> {
  writeCsv(path, 500 * MB);
  const { check, papaparse, csvParse } = await timeSideBySide(ROUNDS, {
    check: () => workers.checkFile(path, 'csv'),
    papaparse: () => countWithPapaparse(path),
    csvParse: () => countWithCsvParse(path),
  });
  return [
    { name: 'check of 500 MB CSV', value: rounded(check), unit: 'ms', goal: undefined },
    ratio('check of 500 MB CSV, every check on, to papaparse in 64 KiB chunks', check / papaparse, 0.8),
    ratio('check of 500 MB CSV, every check on, to csv-parse', check / csvParse, 0.25),
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
  return [
    ratio('check of 48 MB CSV with an unterminated quote near the top, to the same without', withQuote / without, 1),
  ];
}

async function benchJson(workers: DataWorkers, path: string): Promise<readonly Measurement[]> {
  writeJson(path, 500 * MB);
  const { check, jsonParse } = await timeSideBySide(ROUNDS, {
    check: () => workers.checkFile(path, 'json'),
    jsonParse: () => parseWithJsonParse(path),
  });
  return [
    { name: 'check of 500 MB JSON', value: rounded(check), unit: 'ms', goal: undefined },
    ratio('check of 500 MB JSON to JSON.parse', check / jsonParse, 0.85),
  ];
}

/** Memory and pauses, each measured in a separate process. */
function benchSizes(program: string, folder: string): readonly Measurement[] {
  const results: Measurement[] = [];
  for (const kind of ['csv', 'json'] as const) {
    for (const megabytes of [1, 50, 500]) {
      const path = join(folder, `sized.${kind}`);
      (kind === 'csv' ? writeCsv : writeJson)(path, megabytes * MB);
      for (const source of megabytes === 500 ? ['file'] : ['file', 'text']) {
        const runs = Array.from({ length: ROUNDS }, () => checkOnce(program, source, kind, path));
        const name = `check of ${megabytes} MB ${kind.toUpperCase()}, ${source === 'file' ? 'a file' : "an editor's text"}`;
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

function checkOnce(
  program: string,
  source: string,
  kind: string,
  path: string,
): { readonly addedMb: number; readonly longestPauseMs: number } {
  const output = execFileSync(process.execPath, ['--expose-gc', CHECK_ONCE, source, kind, path, program], {
    encoding: 'utf8',
  });
  return JSON.parse(output) as { addedMb: number; longestPauseMs: number };
}

function ratio(name: string, value: number, atMost: number): Measurement {
  return { name, value: rounded(value), unit: 'times its time', goal: { atMost } };
}
