// Takes the screenshots of the README and the guides in a light and a dark theme, the window and the job page in high contrast, too, and
// the animation.
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { LocalService } from '../service/localService.ts';
import { launchBrowser } from '../vscode/browser.ts';
import { VsCodeServer } from '../vscode/server.ts';
import { ROOT } from '../vscode/versions.ts';
import { rememberABusyWeek } from './busyWeek.ts';
import { LEDGER, loadEarlierLedger, openReview, REJECTED_CELL } from './ledgerLoads.ts';
import { signIn } from './pages/signIn.ts';
import { Workbench } from './pages/workbench.ts';
import { recordDemo } from './recordDemo.ts';
import { webpOf } from './webp.ts';

/** A moderate resolution keeps the documents quick to load. */
const WINDOW = { viewport: { width: 1040, height: 620 }, deviceScaleFactor: 1.5 };
/** Of 1: texts stay sharp. */
const QUALITY = 0.85;
/** Large enough for the whole job page except its lists. */
const TALL = { width: 1180, height: 1000 };
/** In pixels from the left edge of the window. */
const SIDE_BAR_WIDTH = 430;
/** The same for the page of a connection down to its charts, and for the overview. */
const PAGES = { connection: { width: 1180, height: 1016 }, overview: { width: 1180, height: 900 } };
/** Wide enough for a whole message in the Problems view. */
const WIDE = { width: 1420, height: 460 };
/** Of the job that fails. */
const FAILURE_MS = 1000;
/** Around a dialog, in pixels. */
const MARGIN = 20;
const PATIENCE_MS = 120_000;
const THEMES = {
  light: 'Light Modern',
  dark: 'Dark Modern',
  'high-contrast': 'Default High Contrast',
};

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

const temp = await mkdtemp(join(tmpdir(), 'screenshots-'));
const folder = join(temp, 'October close');
const browser = await launchBrowser();
try {
  // `npm run screenshots -- animation` takes only that, `npm run screenshots -- dark` only the pictures of one theme.
  const [, , only] = process.argv;
  for (const [name, theme] of Object.entries(THEMES)) {
    if (only === undefined || only === name) {
      await takePictures(browser, name, theme);
    }
  }
  if (only === undefined || only === 'animation') {
    await takeAnimation(browser);
  }
} finally {
  await browser.close();
  await rm(temp, { recursive: true, force: true });
}

/** The files as they are before a load changes them. */
function restoreFiles(): Promise<void> {
  return cp(join(ROOT, 'test', 'fixtures', 'demo'), folder, { recursive: true });
}

function startServer(theme: string, notifications: 'failures' | 'off' = 'off'): Promise<VsCodeServer> {
  return VsCodeServer.start({
    vsix: join(ROOT, 'out', 'data-connections.vsix'),
    settings: {
      'editor.minimap.enabled': false,
      'editor.occurrencesHighlight': 'off',
      'editor.scrollbar.horizontal': 'hidden',
      'remote.autoForwardPorts': false,
      'window.title': '${rootName}',
      'workbench.colorTheme': theme,
      'workbench.layoutControl.enabled': false,
      // A hover that is updated would fade in again.
      'workbench.reduceMotion': 'on',
      'dataConnections.notifications': notifications,
      'dataConnections.upload.confirm': 'always',
    },
  });
}

async function takeAnimation(browser: Browser): Promise<void> {
  await restoreFiles();
  const server = await startServer(THEMES.dark, 'failures');
  try {
    const path = join(ROOT, 'media', 'animation.webp');
    await writeFile(path, await recordDemo(browser, server, { folder, patienceMs: PATIENCE_MS, widenSideBar }));
    console.log(path);
  } finally {
    await server.stop();
  }
}

/** In real time, so that all times and durations in the screenshot are consistent. */
async function takePictures(browser: Browser, name: string, theme: string): Promise<void> {
  await restoreFiles();
  const service = await LocalService.start();
  const server = await startServer(theme);
  const context = await browser.newContext(WINDOW);
  context.setDefaultTimeout(PATIENCE_MS);
  try {
    await rememberABusyWeek({ service, server });
    const workbench = await Workbench.open(await context.newPage(), server, { folder });
    const { page, jobPage, quickInput, statusBar } = workbench;
    await signIn(workbench, service);
    await widenSideBar(workbench, SIDE_BAR_WIDTH);
    await workbench.openFile('price-list.tsv');
    await startJobs(workbench, service);
    const tooltip = page.locator('.monaco-hover', { hasText: 'Click to show jobs' });
    await eventually(async () => {
      await page.mouse.move(0, 0);
      await statusBar.item.hover();
      await tooltip.waitFor();
      await save(workbench, `screenshot-${name}`, WINDOW.viewport);
      // A text that changes meanwhile closes it.
      return await tooltip.isVisible();
    }, 'The tooltip is in the picture');

    await workbench.runCommand('Data Connections: Open Job');
    await quickInput.awaitStep(/Select a job/);
    await quickInput.choose(/Select a job/, 'Bank Transactions NL');
    await page.setViewportSize(TALL);
    await jobPage.picture(/duration of each run/).waitFor();
    await save(workbench, `job-page-${name}`, await placeOf(workbench, '.part.editor'));
    if (name !== 'high-contrast') {
      await takePages(workbench, name);
      await page.setViewportSize(WINDOW.viewport);
      await takeUpload(workbench, service, name);
    }
  } finally {
    await context.close();
    await server.stop();
    await service.stop();
  }
}

/** A sync and an upload in progress. */
async function startJobs(workbench: Workbench, service: LocalService): Promise<void> {
  const { connections, jobs, notifications, page } = workbench;
  await service.nextJob({ durationMs: 50_000 });
  await connections.act('Bank Transactions NL', 'Start Sync');
  await jobs.rowSaying(/^Bank Transactions NL, running/).waitFor();
  await service.nextJob({ durationMs: 50_000 });
  await workbench.uploadActiveEditor('Budget Upload');
  await notifications.answerDialog('Upload');
  await jobs.rowSaying(/^price-list.tsv.*Load/).waitFor();
  await page.keyboard.press('ControlOrMeta+1');
  await page.locator('.statusbar-item', { hasText: 'was accepted' }).waitFor({ state: 'hidden' });
}

/** The page of a connection, and the overview. */
async function takePages(workbench: Workbench, name: string): Promise<void> {
  const { connections, jobPage, page } = workbench;
  await connections.choose(connections.row('Bank Transactions NL'), 'Open Connection');
  await jobPage.picture(/^The usual duration as a band/).waitFor();
  await page.mouse.move(0, 0);
  await page.setViewportSize(PAGES.connection);
  await save(workbench, `connection-page-${name}`, await placeOf(workbench, '.part.editor'));
  await workbench.runCommand('Data Connections: Show Overview');
  await jobPage.picture(/^Concurrent jobs in the last 24 hours/).waitFor();
  await page.setViewportSize(PAGES.overview);
  await save(workbench, `overview-${name}`, await placeOf(workbench, '.part.editor'));
}

/** The review of an upload, and what the service said of it at its cell. */
async function takeUpload(workbench: Workbench, service: LocalService, name: string): Promise<void> {
  const { editor, jobs, review, page } = workbench;
  await loadEarlierLedger(workbench, service, folder);
  await openReview(workbench);
  await review.awaitWords(/Since the load of/);
  await save(workbench, `review-${name}`, withMargin(await placeOf(workbench, '.monaco-dialog-box')));
  await service.nextJob({ outcome: 'fail', message: REJECTED_CELL.message, durationMs: FAILURE_MS });
  await review.answer(/Since the load of/, 'Upload');
  const failed = jobs.rowSaying(new RegExp(`^${LEDGER}, .*, failed`));
  await failed.waitFor();
  await jobs.choose(failed, 'Show in File');
  await editor.position(REJECTED_CELL.position).waitFor();
  await workbench.runCommand('View: Close Other Editors in Group');
  await page.setViewportSize(WIDE);
  await workbench.runCommand('Problems: Focus on Problems View');
  await workbench.panel.problem(REJECTED_CELL.message).waitFor();
  await page.mouse.move(0, 0);
  await save(workbench, `problems-${name}`, await placeOf(workbench, '.part.editor', '.part.panel'));
}

async function save({ page }: Workbench, name: string, clip: Partial<Box> & Size): Promise<void> {
  const path = join(ROOT, 'media', `${name}.webp`);
  const png = await page.screenshot({ clip: { x: 0, y: 0, ...clip }, animations: 'disabled' });
  // The window itself forbids pictures in data addresses.
  const blank = await page.context().newPage();
  await writeFile(path, await webpOf(blank, png, QUALITY));
  await blank.close();
  console.log(path);
}

/** The rectangle around parts of the window. */
async function placeOf({ page }: Workbench, ...parts: readonly string[]): Promise<Box> {
  const boxes = await Promise.all(parts.map((part) => page.locator(part).boundingBox()));
  const found = boxes.filter((box) => box !== null);
  if (found.length < parts.length) {
    throw new Error(`Not all of these are in sight: ${parts.join(', ')}.`);
  }
  const x = Math.min(...found.map((box) => box.x));
  const y = Math.min(...found.map((box) => box.y));
  const width = Math.max(...found.map((box) => box.x + box.width)) - x;
  const height = Math.max(...found.map((box) => box.y + box.height)) - y;
  return { x, y, width, height };
}

function withMargin({ x, y, width, height }: Box): Box {
  return { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN };
}

async function widenSideBar({ connections, page }: Workbench, width: number): Promise<void> {
  const view = await connections.root.boundingBox();
  if (!view) {
    throw new Error('The side bar is not in sight.');
  }
  // The sash of the side bar is the first one to the right of the view's center.
  const middle = view.x + view.width / 2;
  const handles = await Promise.all(
    (await page.locator('.monaco-sash.vertical').all()).map((sash) => sash.boundingBox()),
  );
  const edge = Math.min(
    ...handles.flatMap((box) => (box && box.height > 0 && box.x > middle ? [box.x + box.width / 2] : [])),
  );
  await page.mouse.move(edge, 400);
  await page.mouse.down();
  await page.mouse.move(width, 400, { steps: 5 });
  await page.mouse.up();
}
