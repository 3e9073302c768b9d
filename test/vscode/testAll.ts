// npm test: the checks and all suites. Ends with the total counts.
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { MAIN_PATH } from '../e2e/features.ts';
import { endToEndRun, findSpecs, inParts, onlyTests } from './endToEndTests.ts';
import { runSuites } from './suites.ts';
import type { Suite } from './suites.ts';
import { findUnitTests } from './unitTests.ts';
import { NEWEST, OLDER_VERSIONS, ROOT } from './versions.ts';

/** So many that the processors are done at about the same time, and not more, because each opens its own windows. */
const E2E_PARTS = 4;

/** Otherwise, they would take longer than all other suites. Files that are next to each other often take long for the same reason. */
const INTEGRATION_PARTS = 2;

/** The integration tests of what differs most between versions of VS Code. `npm run test:long` runs all of them in each version. */
const IN_OLDER_VERSIONS: readonly string[] = [
  'activation',
  'agentTools',
  'commands',
  'connectionTree',
  'deactivation',
  'dropFiles',
  'keybindings',
  'livePage',
  'network',
];

process.chdir(ROOT);
const build = ['build'];
const everything = ['install', 'build'];
const mocha = [process.execPath, 'node_modules/mocha/bin/mocha.js'] as const;
const unitTests = findUnitTests();
const specs = findSpecs();
const integrationTests = findIntegrationTests();
const integrationParts = Array.from({ length: INTEGRATION_PARTS }, (_, part) =>
  integrationTests.filter((_name, index) => index % INTEGRATION_PARTS === part),
);

// The longest first, so that the processors are done at about the same time.
await runSuites([
  // Once for all suites, and one after the other, because both write into dist.
  { name: 'package', command: ['npm', 'run', '--silent', 'package'] },
  { name: 'build', command: ['npm', 'run', '--silent', 'build'], after: ['package'] },
  // Missing versions of VS Code and the browser, while the first suites run.
  { name: 'install', command: [process.execPath, 'test/vscode/prepare.js', 'test'] },
  {
    name: 'unit',
    counts: 'tests',
    after: build,
    command: [process.execPath, 'node_modules/c8/bin/c8.js', ...mocha, ...unitTests.others],
  },
  {
    // Without coverage: counting would take longer than these tests, and what they reach, the others reach as well.
    name: 'unit (repeated or large)',
    counts: 'tests',
    after: build,
    command: [...mocha, ...unitTests.repeated, ...unitTests.large],
  },
  ...integrationParts.map((names, index) =>
    integrationSuite(`integration (${NEWEST}, ${index + 1} of ${INTEGRATION_PARTS})`, NEWEST, names),
  ),
  ...OLDER_VERSIONS.map((version) => integrationSuite(`integration (${version})`, version, IN_OLDER_VERSIONS)),
  ...inParts(specs, E2E_PARTS).map((files, index) => ({
    name: `e2e (${index + 1} of ${E2E_PARTS})`,
    counts: 'tests' as const,
    after: everything,
    ...endToEndRun(NEWEST, files),
  })),
  ...OLDER_VERSIONS.map((version) => ({
    name: `e2e of the main path (${version})`,
    counts: 'tests' as const,
    after: everything,
    ...endToEndRun(version, specs, onlyTests([MAIN_PATH])),
  })),
  { name: 'check', counts: 'check', command: ['npm', 'run', '--silent', 'check'] },
]);

/** The names of the files of integration tests, as `runIntegration.ts` takes them. */
function findIntegrationTests(): readonly string[] {
  const suffix = '.test.ts';
  return readdirSync('test/integration')
    .filter((file) => file.endsWith(suffix))
    .map((file) => basename(file, suffix))
    .sort();
}

function integrationSuite(name: string, version: string, names: readonly string[]): Suite {
  return {
    name,
    counts: 'tests',
    after: everything,
    command: [process.execPath, 'test/vscode/runIntegration.ts', '--vscode', version, ...names],
  };
}
