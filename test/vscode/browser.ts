import { existsSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { CHROMIUM_PATHS } from './versions.ts';

/** Starts the installed Chromium in headless mode. Set the environment variable `CHROMIUM` to use another one. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? CHROMIUM_PATHS.find((path) => existsSync(path));
  if (executablePath === undefined) {
    throw new Error(
      'No Chromium was found. Install it (on Debian: apt-get install chromium-headless-shell) or set CHROMIUM to its path.',
    );
  }
  return await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
}

/**
 * VS Code's animations, which keep a processor busy where windows are drawn without a graphics card: spinning icons and progress bars,
 * and for most of a second the language status after each change and scrollbars that fade. Named one by one, because a rule for all
 * elements costs more than it saves.
 */
const ANIMATIONS = `
  .codicon-modifier-spin, .codicon-loading, .codicon-tree-item-loading::before, .progress-bit,
  .codicon.wiggle, .statusbar-item.flash > .statusbar-item-label { animation: none !important }
  .monaco-scrollable-element > .scrollbar { transition: none !important }`;

/** Keeps them still in all windows that are opened from now on. */
export async function stopAnimations(windows: BrowserContext | Page): Promise<void> {
  // Not by an element, because the document may be empty yet.
  const content = `{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(${JSON.stringify(ANIMATIONS)});
    document.adoptedStyleSheets.push(sheet);
  }`;
  await windows.addInitScript({ content });
}
