import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataSuite } from './dataSuite.ts';
import { jobsSuite } from './jobsSuite.ts';
import { holds } from './measurement.ts';
import type { Measurement } from './measurement.ts';
import { uploadSuite } from './uploadSuite.ts';

// npm run bench -- data: runs the named suites, or all of them. Prints a table and writes .bench/SUITE.json.

const SUITES: Readonly<Record<string, (folder: string) => Promise<readonly Measurement[]>>> = {
  data: dataSuite,
  jobs: jobsSuite,
  upload: uploadSuite,
};

const names = process.argv.slice(2);
for (const name of names.length === 0 ? Object.keys(SUITES) : names) {
  const suite = SUITES[name];
  if (suite === undefined) {
    throw new Error(`There is no suite ${name}. There are: ${Object.keys(SUITES).join(', ')}.`);
  }
  const folder = mkdtempSync(join(tmpdir(), 'data-connections-bench-'));
  try {
    const results = (await suite(folder)).map((result) => ({ ...result, holds: holds(result) }));
    mkdirSync('.bench', { recursive: true });
    writeFileSync(join('.bench', `${name}.json`), `${JSON.stringify(results, undefined, 2)}\n`);
    console.table(results);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
