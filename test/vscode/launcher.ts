#!/usr/bin/env node
// Replaces the `code` executable of a desktop VS Code: accepts the arguments of runTests, opens the folder in a VS Code server
// with a headless browser, and exits with the exit code of the tests.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { launchBrowser, stopAnimations } from './browser.ts';
import { ENVIRONMENT_PREFIX, SERVER_VERSION_VARIABLE, TEST_OUTPUT_MARK } from './launcherEnvironment.ts';
import { VsCodeServer } from './server.ts';

const TIME_LIMIT_MS = 60 * 60_000;
/** Longer than a test and its hooks may take without a line of output. */
const STANDSTILL_MS = 10 * 60_000;
/** How long a window may take to answer then. */
const ANSWER_MS = 10_000;
/** How many lines are shown of what VS Code said, if tests fail. */
const BACKGROUND_LINES = 200;

const { values, positionals } = parseArgs({
  // Other switches of desktop VS Code don't apply to a server and are ignored.
  strict: false,
  allowPositionals: true,
  options: {
    extensionDevelopmentPath: { type: 'string' },
    extensionTestsPath: { type: 'string' },
    'user-data-dir': { type: 'string' },
    'disable-workspace-trust': { type: 'boolean' },
  },
});

process.exitCode = await run();

async function run(): Promise<number> {
  const server = await VsCodeServer.start({
    version: required(process.env[SERVER_VERSION_VARIABLE], SERVER_VERSION_VARIABLE),
    settings: await userSettings(),
    asksForTrust: values['disable-workspace-trust'] !== true,
    takesPayload: true,
  });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await stopAnimations(page);
    return await runTests(page, server);
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Opens the test window and waits for the exit code of the tests. */
async function runTests(page: Page, server: VsCodeServer): Promise<number> {
  const background: string[] = [];
  const ended = new Promise<number>((resolve) => {
    const giveUp = (why: string): void => {
      console.error(why);
      resolve(1);
    };
    page.once('crash', () => giveUp('The window crashed.'));
    setTimeout(() => giveUp('The tests did not end in time.'), TIME_LIMIT_MS).unref();
    const standstill = setTimeout(() => void describeStandstill(page).then(giveUp), STANDSTILL_MS).unref();
    void page.exposeFunction('codeAutomationExit', resolve);
    void page.exposeFunction('codeAutomationLog', (_type: string, args: readonly unknown[]) => {
      const text = args.map((arg) => (typeof arg === 'string' ? arg : JSON.stringify(arg))).join(' ');
      if (text.startsWith(TEST_OUTPUT_MARK)) {
        standstill.refresh();
        console.log(text.slice(TEST_OUTPUT_MARK.length));
      } else {
        background.push(text);
      }
    });
  });
  await page.goto(
    server.address({
      folder: required(positionals.at(-1), 'the folder to open'),
      payload: [
        [
          'extensionDevelopmentPath',
          server.remoteUri(required(values.extensionDevelopmentPath, 'extensionDevelopmentPath')),
        ],
        ['extensionTestsPath', server.remoteUri(required(values.extensionTestsPath, 'extensionTestsPath'))],
        ['extensionEnvironment', JSON.stringify(environmentForTests())],
        ['skipWelcome', 'true'],
      ],
    }),
  );
  const exitCode = await ended;
  if (exitCode !== 0) {
    console.error(`\nWhat VS Code itself said last:\n${background.slice(-BACKGROUND_LINES).join('\n')}`);
  }
  return exitCode;
}

/** Says whether it is the window that does not go on, or the extension host behind it. */
async function describeStandstill(page: Page): Promise<string> {
  const window = page.evaluate('true').then(
    () => 'answers',
    () => 'is gone',
  );
  const answer = await Promise.race([window, delay(ANSWER_MS, 'does not answer', { ref: false })]);
  return `The tests stand still. The window ${answer}.`;
}

/** The settings in the user data folder of a desktop VS Code. */
async function userSettings(): Promise<Record<string, unknown>> {
  const folder = values['user-data-dir'];
  if (typeof folder !== 'string') {
    return {};
  }
  return JSON.parse(await readFile(join(folder, 'User', 'settings.json'), 'utf8')) as Record<string, unknown>;
}

/** The extension host of a server doesn't inherit the environment, so the variables for the tests are passed explicitly. */
function environmentForTests(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      name.startsWith(ENVIRONMENT_PREFIX) && value !== undefined ? [[name, value]] : [],
    ),
  );
}

function required(value: string | boolean | undefined, what: string): string {
  if (typeof value !== 'string') {
    throw new Error(`The launcher was not told ${what}.`);
  }
  return value;
}
