// npm run test:long: the random and repeated tests at ten times their length, with another seed each time, the faults of npm run
// test:faults, a file of 500 MB in a real window, and the end-to-end tests in the older version of VS Code, as npm test runs them in the
// newest. Ends with the total counts.
import { endToEndRun, findSpecs } from './endToEndTests.ts';
import { runSuites } from './suites.ts';
import { findUnitTests } from './unitTests.ts';
import { NEWEST, ROOT, VERSIONS } from './versions.ts';

const SCALE = '10';
const TIMEOUT_MS = '7200000';
const MOCHA = [process.execPath, 'node_modules/mocha/bin/mocha.js', '--timeout', TIMEOUT_MS] as const;

process.chdir(ROOT);
const seed = process.env['FAST_CHECK_SEED'] ?? String(Date.now() % 0x7fff_ffff);
console.log(`To repeat this run: FAST_CHECK_SEED=${seed} npm run test:long`);

await runSuites([
  { name: 'package', command: ['npm', 'run', '--silent', 'package'] },
  { name: 'service', command: ['npm', 'run', '--silent', 'build:service'] },
  ...findUnitTests().repeated.map((file) => ({
    ...{ name: file.replaceAll('/', ' '), counts: 'tests' as const, after: ['service'] },
    command: [...MOCHA, file] as const,
    env: { TEST_SCALE: SCALE, FAST_CHECK_SEED: seed },
  })),
  { name: 'faults', counts: 'tests', command: [...MOCHA, 'test/faults/faults.test.ts'] },
  {
    ...{ name: 'a file of 500 MB', counts: 'tests', after: ['package', 'service'] },
    command: [...MOCHA, 'test/e2e/specs/responsive.test.ts'],
    env: { RESPONSIVE_MB: '500' },
  },
  ...VERSIONS.filter((version) => version !== NEWEST).map((version) => ({
    ...{ name: `e2e (${version})`, counts: 'tests' as const, after: ['package', 'service'] },
    // The probe of the large file records nothing in older versions.
    ...endToEndRun(
      version,
      findSpecs().filter((spec) => !spec.endsWith('responsive.test.ts')),
    ),
  })),
]);
