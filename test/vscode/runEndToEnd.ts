// Runs the end-to-end tests in the newest VS Code. --vscode VERSION runs them in another one, --features only one test for each
// feature, --grep PATTERN only the tests whose titles match. Files can be named, too. --measure records how long each file takes, for
// the parts of `npm test`.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endToEndRun, findSpecs, onlyFeatures, writeSeconds } from './endToEndTests.ts';
import { NEWEST, ROOT } from './versions.ts';

const REPORT = join('out', 'e2e.json');

process.chdir(ROOT);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    vscode: { type: 'string' },
    features: { type: 'boolean' },
    grep: { type: 'string' },
    measure: { type: 'boolean' },
  },
});
const options = [
  ...(values.features === true ? onlyFeatures() : []),
  ...(values.grep === undefined ? [] : ['--grep', values.grep]),
  ...(values.measure === true ? ['--reporter', 'json', '--reporter-option', `output=${REPORT}`] : []),
];
const { command, env } = endToEndRun(
  values.vscode ?? NEWEST,
  positionals.length > 0 ? positionals : findSpecs(),
  options,
);
const [program, ...args] = command;
const { status } = spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, ...env } });
if (values.measure === true) {
  writeSeconds(JSON.parse(readFileSync(REPORT, 'utf8')) as Parameters<typeof writeSeconds>[0]);
}
process.exitCode = status ?? 1;
