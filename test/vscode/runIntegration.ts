// Runs the integration tests in all VS Code servers, or with --desktop in a downloaded desktop VS Code: all of them, or those of the
// named files (activation upload).
// --vscode VERSION runs them in one version (with --desktop any, stable by default), --grep PATTERN only the tests whose
// titles match, --long also those that npm test leaves to npm run test:long.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { runTests } from '@vscode/test-electron';
import { createAuthority } from '../faults/certificate.ts';
import { LocalService } from '../service/localService.ts';
import type { Counts, Verdict } from './counts.ts';
import { COUNTS_FILE_VARIABLE, isCutOff, judgeRun, judgeSecondTry, readCounts, reportCounts, sumOf } from './counts.ts';
import { exactly } from './exactTitles.ts';
import { SERVER_VERSION_VARIABLE } from './launcherEnvironment.ts';
import { QUIET_SETTINGS, STILL_SETTINGS } from './server.ts';
import { ROOT, VERSIONS } from './versions.ts';

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    desktop: { type: 'boolean' },
    vscode: { type: 'string' },
    grep: { type: 'string' },
    long: { type: 'boolean' },
  },
});
/** Older versions read the certificates of a Linux system only from fixed paths otherwise. */
const CERTIFICATE_SETTINGS = { 'http.systemCertificatesNode': true };

const isDesktop = options.desktop === true;
const counts: Counts[] = [];

const versions = isDesktop
  ? [options.vscode ?? 'stable']
  : VERSIONS.filter((known) => (options.vscode ?? known) === known);
if (versions.length === 0) {
  console.error(`There are only these versions: ${VERSIONS.join(', ')}`);
  process.exit(2);
}
for (const version of versions) {
  console.log(`\nIntegration tests in VS Code ${version}${isDesktop ? ' for the desktop' : ''}`);
  counts.push(await runIn(version));
}
reportCounts(sumOf(counts));
process.exitCode = sumOf(counts).failed === 0 ? 0 : 1;

/**
 * Runs the tests in one version. In continuous integration, those that fail are run once more in another window, and all of them if
 * their window or its extension host stopped before it reported any counts.
 */
async function runIn(version: string): Promise<Counts> {
  const first = await runOnce(version, options.grep);
  if (process.env['CI'] !== 'true') {
    return first;
  }
  if (isCutOff(first)) {
    console.log('\nTried again in another window: all tests');
    const second = await runOnce(version, options.grep);
    return { ...second, secondTries: ['all tests, as the first run was cut off'] };
  }
  if (first.failedTests.length === 0 || first.complaint !== undefined) {
    return first;
  }
  console.log(`\nTried again in another window: ${first.failedTests.join('; ')}`);
  return judgeSecondTry(first, await runOnce(version, exactly(first.failedTests)));
}

/** Runs tests with a separate service and profile. */
async function runOnce(version: string, grep: string | undefined): Promise<Verdict> {
  const temp = await mkdtemp(join(tmpdir(), 'integration-'));
  const service = await LocalService.start({ validate: true });
  const countsFile = join(temp, 'counts.json');
  let hasEndedWell = false;
  try {
    await runTests({
      ...(isDesktop ? { version } : { vscodeExecutablePath: join(import.meta.dirname, 'launcher.ts') }),
      extensionDevelopmentPath: ROOT,
      extensionTestsPath: join(ROOT, 'out', 'integration.cjs'),
      launchArgs: [
        await makeWorkspace(temp),
        '--disable-extensions',
        `--user-data-dir=${await makeProfile(temp)}`,
        // The operating system's store may be missing, or prompt for access.
        ...(isDesktop ? ['--use-inmemory-secretstorage'] : []),
      ],
      extensionTestsEnv: {
        // The launcher runs with the first Node on PATH.
        PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
        [SERVER_VERSION_VARIABLE]: version,
        [COUNTS_FILE_VARIABLE]: countsFile,
        ...(options.long === true ? { DATA_CONNECTIONS_LONG: 'true' } : {}),
        ...(names.length === 0 ? {} : { DATA_CONNECTIONS_TEST_NAMES: names.join(',') }),
        ...(grep === undefined ? {} : { DATA_CONNECTIONS_TEST_GREP: grep }),
        DATA_CONNECTIONS_SERVICE: service.readyLine,
        ...(isDesktop ? {} : await trustAuthority(temp)),
      },
    });
    hasEndedWell = true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  const violations = await service.violations();
  const verdict = judgeTraffic(judgeRun(readCounts(countsFile), hasEndedWell), violations);
  await service.stop();
  // On Windows, files of exiting processes can't be deleted immediately.
  await rm(temp, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
  if (verdict.complaint !== undefined) {
    console.error(`VS Code ${version}: ${verdict.complaint}`);
  }
  return verdict;
}

/** A request or a response against the contract fails a run, whatever a second one would say. */
function judgeTraffic(verdict: Verdict, violations: readonly unknown[]): Verdict {
  if (violations.length === 0) {
    return verdict;
  }
  console.error(JSON.stringify(violations, undefined, 2));
  const complaint = 'Some requests or responses were not as the contract says.';
  return { ...verdict, failed: Math.max(verdict.failed, 1), complaint };
}

/** Has the operating system of a server trust an authority, which the tests issue certificates of. */
async function trustAuthority(temp: string): Promise<Record<string, string>> {
  const authority = createAuthority();
  const file = join(temp, 'authority.pem');
  await writeFile(file, authority.cert);
  return { SSL_CERT_FILE: file, DATA_CONNECTIONS_AUTHORITY: JSON.stringify(authority) };
}

async function makeWorkspace(temp: string): Promise<string> {
  const folder = join(temp, 'workspace');
  await mkdir(folder);
  return folder;
}

async function makeProfile(temp: string): Promise<string> {
  const folder = join(temp, 'user-data');
  await mkdir(join(folder, 'User'), { recursive: true });
  await writeFile(
    join(folder, 'User', 'settings.json'),
    JSON.stringify({ ...QUIET_SETTINGS, ...STILL_SETTINGS, ...CERTIFICATE_SETTINGS }),
  );
  return folder;
}
