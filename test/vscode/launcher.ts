#!/usr/bin/env node
// Replaces the `code` executable of a desktop VS Code: accepts the arguments of runTests, opens the folder in a VS Code server
// with a headless browser, and exits with the exit code of the tests.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { launchBrowser, stopAnimations } from './browser.ts';
import { ENVIRONMENT_PREFIX, SERVER_VERSION_VARIABLE, TEST_OUTPUT_MARK } from './launcherEnvironment.ts';
import { VsCodeServer } from './server.ts';

const TIME_LIMIT_MS = 20 * 60_000;

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
  await page.exposeFunction('codeAutomationLog', (_type: string, args: readonly unknown[]) => {
    const text = args.map((arg) => (typeof arg === 'string' ? arg : JSON.stringify(arg))).join(' ');
    if (text.startsWith(TEST_OUTPUT_MARK)) {
      console.log(text.slice(TEST_OUTPUT_MARK.length));
    } else {
      background.push(text);
    }
  });
  const ended = new Promise<number>((resolve) => {
    const giveUp = (why: string): void => {
      console.error(why);
      resolve(1);
    };
    void page.exposeFunction('codeAutomationExit', resolve);
    page.once('crash', () => giveUp('The window crashed.'));
    setTimeout(() => giveUp('The tests did not end in time.'), TIME_LIMIT_MS).unref();
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
    console.error(`\nWhat VS Code itself said meanwhile:\n${background.join('\n')}`);
  }
  return exitCode;
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
