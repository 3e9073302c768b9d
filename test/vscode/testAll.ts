// npm test: the checks and all suites. Ends with the total counts.
import { endToEndRun, findSpecs, inParts } from './endToEndTests.ts';
import { runSuites } from './suites.ts';
import { findUnitTests } from './unitTests.ts';
import { NEWEST, ROOT, VERSIONS } from './versions.ts';

/** So many that the processors are done at about the same time, and not more, because each opens its own windows. */
const E2E_PARTS = 4;

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

// The longest first, so that the processors are done at about the same time.
await runSuites([
  // Once for all suites, and one after the other, because both write into dist.
  { name: 'package', command: ['npm', 'run', '--silent', 'package'] },
  { name: 'build', command: ['npm', 'run', '--silent', 'build'], after: ['package'] },
  // Missing versions of VS Code and the browser, while the first suites run.
  { name: 'install', command: [process.execPath, 'test/vscode/prepare.js', 'test'] },
  ...VERSIONS.map((version) => ({
    name: `integration (${version})`,
    counts: 'tests' as const,
    after: everything,
    command: [
      process.execPath,
      'test/vscode/runIntegration.ts',
      '--vscode',
      version,
      ...(version === NEWEST ? [] : IN_OLDER_VERSIONS),
    ] as const,
  })),
  // Without coverage, which `npm run test:long` counts: it would take a third more time.
  { name: 'unit', counts: 'tests', after: build, command: [...mocha, ...unitTests.others] },
  {
    name: 'unit (repeated or large)',
    counts: 'tests',
    after: build,
    command: [...mocha, ...unitTests.repeated, ...unitTests.large],
  },
  ...inParts(specs, E2E_PARTS).map((files, index) => ({
    name: `e2e (${index + 1} of ${E2E_PARTS})`,
    counts: 'tests' as const,
    after: everything,
    ...endToEndRun(NEWEST, files),
  })),
  { name: 'check', counts: 'check', command: ['npm', 'run', '--silent', 'check'] },
]);
