import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dataSuite } from './dataSuite.ts';
import { hostSuite } from './hostSuite.ts';
import { jobsSuite } from './jobsSuite.ts';
import { holds } from './measurement.ts';
import type { Measurement } from './measurement.ts';
import { uploadSuite } from './uploadSuite.ts';

// npm run bench -- data: runs the named suites, or all of them. Prints a table and writes .bench/SUITE.json.
// npm run bench -- data --grep indented: only what matches in the suites `data` and `host`. Writes no file.

const SUITES: Readonly<Record<string, (folder: string, grep: RegExp) => Promise<readonly Measurement[]>>> = {
  data: dataSuite,
  host: hostSuite,
  jobs: jobsSuite,
  upload: uploadSuite,
};

const { positionals: names, values } = parseArgs({
  allowPositionals: true,
  options: { grep: { type: 'string', default: '' } },
});
const grep = new RegExp(values.grep, 'i');
for (const name of names.length === 0 ? Object.keys(SUITES) : names) {
  const suite = SUITES[name];
  if (suite === undefined) {
    throw new Error(`There is no suite ${name}. There are: ${Object.keys(SUITES).join(', ')}.`);
  }
  const folder = mkdtempSync(join(tmpdir(), 'data-connections-bench-'));
  try {
    const results = (await suite(folder, grep)).map((result) => ({ ...result, holds: holds(result) }));
    if (values.grep === '') {
      mkdirSync('.bench', { recursive: true });
      writeFileSync(join('.bench', `${name}.json`), `${JSON.stringify(results, undefined, 2)}\n`);
    }
    console.table(results);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
