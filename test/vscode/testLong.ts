// npm run test:long [-- NAMES]: the random and repeated tests at ten times their length, with another seed each time, an hour of fuzzing, mutation
// tests, the coverage of all unit tests, the hours of npm run test:soak, the faults of npm run test:faults and test:chaos, the proxies of
// npm run test:proxies, the integration tests with much data, the long end-to-end tests, and the other ones and the integration tests in the
// older version of VS Code, as npm test runs them in the newest. With names, only the parts whose names contain one of them. Ends with the
// total counts.
import { endToEndRun, findLongSpecs, findSpecs } from './endToEndTests.ts';
import { GROUPS } from '../mutation/groups.ts';
import { runSuites } from './suites.ts';
import type { Suite } from './suites.ts';
import { findUnitTests } from './unitTests.ts';
import { NEWEST, OLDER_VERSIONS, ROOT, VERSIONS } from './versions.ts';

const SCALE = '10';
const TIMEOUT_MS = '7200000';
const MOCHA = [process.execPath, 'node_modules/mocha/bin/mocha.js', '--timeout', TIMEOUT_MS] as const;

process.chdir(ROOT);
const names = process.argv.slice(2);
const seed = process.env['FAST_CHECK_SEED'] ?? String(Date.now() % 0x7fff_ffff);
console.log(`To repeat this run: FAST_CHECK_SEED=${seed} npm run test:long`);

const preparations: readonly Suite[] = [
  { name: 'package', command: ['npm', 'run', '--silent', 'package'] },
  // After the package, because both write into dist.
  { name: 'build', command: ['npm', 'run', '--silent', 'build'], after: ['package'] },
];

// The longest first, so that the processors are done at about the same time.
const parts: readonly Suite[] = [
  {
    name: 'fuzzing',
    counts: 'tests',
    command: [process.execPath, 'test/fuzz/run.ts'],
    env: { FAST_CHECK_SEED: seed },
  },
  ...OLDER_VERSIONS.map((version) => ({
    name: `e2e (${version})`,
    counts: 'tests' as const,
    after: ['build'],
    ...endToEndRun(version, findSpecs()),
  })),
  ...findLongSpecs().map((file) => ({
    name: file,
    counts: 'tests' as const,
    after: ['build'],
    ...endToEndRun(NEWEST, [file]),
  })),
  ...OLDER_VERSIONS.map((version) => ({
    name: `integration (${version})`,
    counts: 'tests' as const,
    after: ['build'],
    command: [process.execPath, 'test/vscode/runIntegration.ts', '--vscode', version] as const,
  })),
  ...GROUPS.toSorted((one, other) => Number(other.takesLong ?? false) - Number(one.takesLong ?? false)).map(
    ({ source }) => ({
      name: `mutation of ${source}`,
      counts: 'tests' as const,
      after: ['build'],
      command: [process.execPath, 'test/mutation/run.ts', '--group', source] as const,
      // Several groups run at the same time.
      env: { MUTATION_PROCESSES: '1' },
    }),
  ),
  {
    // The coverage of all unit tests, which `npm test` does not count. Without what comes before the script: it writes what others run.
    name: 'branches',
    counts: 'check',
    after: ['build'],
    command: ['npm', 'run', '--silent', '--ignore-scripts', 'test:unit'],
  },
  ...findUnitTests().repeated.map((file) => ({
    name: file,
    counts: 'tests' as const,
    after: ['build'],
    command: [...MOCHA, file] as const,
    env: { TEST_SCALE: SCALE, FAST_CHECK_SEED: seed },
  })),
  { name: 'ledger', counts: 'tests', command: [...MOCHA, 'test/unit/jobs/store/ledgerChaos.test.ts'] },
  {
    name: 'hours of use',
    counts: 'tests',
    after: ['build'],
    command: [...MOCHA, 'test/soak/eightHours.test.ts'],
  },
  ...VERSIONS.map((version) => longIntegration(`large texts (${version})`, version, '\\[large\\]$')),
  { name: 'faults', counts: 'tests', command: [...MOCHA, 'test/faults/faults.test.ts'] },
  ...VERSIONS.map((version) => longIntegration(`proxies (${version})`, version, '^Through a proxy')),
];

const unknown = names.find((name) => !parts.some((part) => part.name.includes(name)));
if (unknown === undefined) {
  const isChosen = ({ name }: Suite): boolean => names.length === 0 || names.some((part) => name.includes(part));
  await runSuites([...preparations, ...parts.filter(isChosen)]);
} else {
  console.error(`No part is named “${unknown}”. There are: ${parts.map(({ name }) => name).join(', ')}`);
  process.exitCode = 2;
}

/** The integration tests that `npm test` leaves out, of those whose titles match. */
function longIntegration(name: string, version: string, grep: string): Suite {
  const options = ['--vscode', version, '--long', '--grep', grep];
  return {
    name,
    counts: 'tests',
    after: ['build'],
    command: [process.execPath, 'test/vscode/runIntegration.ts', ...options],
  };
}
