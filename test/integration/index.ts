import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import { reportCounts } from '../vscode/counts.ts';
import { TEST_OUTPUT_MARK } from '../vscode/launcherEnvironment.ts';
import { loadExtensionWindow } from './extensionWindow.ts';

/** Called by VS Code in the extension host. Rejects if a test failed. */
export async function run(): Promise<void> {
  // Mocha is an ES module. This file is bundled as CommonJS, the only format of tests that an extension host loads.
  const { default: Mocha } = await import('mocha');
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) => {
    for (const line of format(...args).split('\n')) {
      console.log(TEST_OUTPUT_MARK + line);
    }
  };
  await loadExtensionWindow();
  const grep = process.env['DATA_CONNECTIONS_TEST_GREP'];
  const mocha = new Mocha({ timeout: 300_000, forbidOnly: true, color: true, ...(grep === undefined ? {} : { grep }) });
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  for (const name of testNames()) {
    await import(`./${name}.test.ts`);
  }
  const failedTests: string[] = [];
  const { passed, failed } = await new Promise<{ passed: number; failed: number }>((resolve) => {
    const runner = mocha.run((failures) => resolve({ passed: runner.stats?.passes ?? 0, failed: failures }));
    runner.on(Mocha.Runner.constants.EVENT_TEST_FAIL, (test) => failedTests.push(test.fullTitle()));
  });
  reportCounts({ passed, failed, failedTests, secondTries: [] });
  if (failed > 0) {
    throw new Error(`${failed} of ${passed + failed} integration tests failed.`);
  }
}

/** The tests that were requested, or all of them, in their order. The bundle is in `out/`, so the sources are listed. */
function testNames(): readonly string[] {
  const suffix = '.test.ts';
  const names = readdirSync(join(__dirname, '..', 'test', 'integration'))
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, -suffix.length));
  // Activation can only be tested while the extension is not active yet, and after the test of deactivation, it no longer is.
  const [first, last] = ['activation', 'deactivation'];
  const inOrder = [first, ...names.filter((name) => name !== first && name !== last), last];
  const chosen = process.env['DATA_CONNECTIONS_TEST_NAMES']?.split(',') ?? inOrder;
  const unknown = chosen.filter((name) => !inOrder.includes(name));
  if (unknown.length > 0) {
    throw new Error(`There are no integration tests ${unknown.join(', ')}.`);
  }
  return inOrder.filter((name) => chosen.includes(name));
}
