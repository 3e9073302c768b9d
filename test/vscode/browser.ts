import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';
import { CHROMIUM_PATHS } from './versions.ts';

/** Starts the installed Chromium in headless mode. Set the environment variable `CHROMIUM` to use another one. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? CHROMIUM_PATHS.find((path) => existsSync(path));
  if (executablePath === undefined) {
    throw new Error(
      'No Chromium was found. Install it (on Debian: apt-get install chromium) or set CHROMIUM to its path.',
    );
  }
  return await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
}
