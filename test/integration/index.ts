import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import { reportCounts } from '../vscode/counts.ts';
import { TEST_OUTPUT_MARK } from '../vscode/launcherEnvironment.ts';
import { loadExtensionWindow } from './extensionWindow.ts';

/** What VS Code calls inside the extension host. Rejects where a test failed. */
export async function run(): Promise<void> {
  // An ES module, while this file is bundled as CommonJS, the only form an extension host loads tests in.
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

/** Those that the run asks for, or all. The bundle stands in `out/`; what belongs in it is named by the sources. */
function testNames(): readonly string[] {
  const suffix = '.test.ts';
  const names = readdirSync(join(__dirname, '..', 'test', 'integration'))
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, -suffix.length));
  // Before the tests that activate the extension: after them, the first could not fail. After the last there is no extension.
  const [first, last] = ['activation', 'deactivation'];
  const inOrder = [first, ...names.filter((name) => name !== first && name !== last), last];
  const chosen = process.env['DATA_CONNECTIONS_TEST_NAMES']?.split(',') ?? inOrder;
  const unknown = chosen.filter((name) => !inOrder.includes(name));
  if (unknown.length > 0) {
    throw new Error(`There are no integration tests ${unknown.join(', ')}.`);
  }
  return inOrder.filter((name) => chosen.includes(name));
}
