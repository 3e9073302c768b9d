// Takes the screenshots of the README: the window and the job page, in a light, a dark and a high-contrast theme, and the animation.
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { LocalService } from '../service/localService.ts';
import { launchBrowser } from '../vscode/browser.ts';
import { VsCodeServer } from '../vscode/server.ts';
import { ROOT } from '../vscode/versions.ts';
import { signIn } from './pages/signIn.ts';
import { Workbench } from './pages/workbench.ts';
import { rememberPastRuns } from './pastRuns.ts';
import { recordDemo } from './recordDemo.ts';
import { webpOf } from './webp.ts';

/** A moderate resolution keeps the README quick to load. */
const WINDOW = { viewport: { width: 1040, height: 620 }, deviceScaleFactor: 1.5 };
/** Of 1: texts stay sharp. */
const QUALITY = 0.85;
/** Large enough for the whole job page except its lists. */
const TALL = { width: 1180, height: 1000 };
/** In pixels from the left edge of the window. */
const SIDE_BAR_WIDTH = 430;
const PATIENCE_MS = 120_000;
const HOUR_MS = 3_600_000;
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
await cp(join(ROOT, 'test', 'fixtures', 'demo'), folder, { recursive: true });
const browser = await launchBrowser();
try {
  // `npm run screenshots -- animation` takes only that.
  const isAnimationOnly = process.argv[2] === 'animation';
  for (const [name, theme] of isAnimationOnly ? [] : Object.entries(THEMES)) {
    await takePictures(browser, name, theme);
  }
  await takeAnimation(browser);
} finally {
  await browser.close();
  await rm(temp, { recursive: true, force: true });
}

function startServer(theme: string): Promise<VsCodeServer> {
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
      'dataConnections.notifications': 'off',
    },
  });
}

async function takeAnimation(browser: Browser): Promise<void> {
  const server = await startServer(THEMES.dark);
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
  const service = await LocalService.start();
  const server = await startServer(theme);
  const context = await browser.newContext(WINDOW);
  context.setDefaultTimeout(PATIENCE_MS);
  try {
    await rememberAWeek(service, server);
    const workbench = await Workbench.open(await context.newPage(), server, { folder });
    const { page, jobPage, quickInput, statusBar } = workbench;
    await signIn(workbench, service);
    await widenSideBar(workbench, SIDE_BAR_WIDTH);
    await workbench.openFile('price-list.tsv');
    await startJobs(workbench, service);
    await statusBar.item.hover();
    await page.locator('.monaco-hover', { hasText: 'Click to show jobs' }).waitFor();
    await save(workbench, `screenshot-${name}`, WINDOW.viewport);

    await workbench.runCommand('Data Connections: Open Job');
    await quickInput.awaitStep(/Select a job/);
    await quickInput.choose(/Select a job/, 'Bank Transactions NL');
    await page.setViewportSize(TALL);
    await jobPage.picture(/duration of each run/).waitFor();
    await save(workbench, `job-page-${name}`, await placeOfEditors(workbench));
  } finally {
    await context.close();
    await server.stop();
    await service.stop();
  }
}

async function rememberAWeek(service: LocalService, server: VsCodeServer): Promise<void> {
  const seconds = [48, 44, 53, 47, 50, 61, 46, 21, 49, 52, 45, 55];
  await rememberPastRuns(
    { service, server },
    'Bank Transactions NL',
    seconds.map((duration, index) => ({
      agoMs: (seconds.length - index) * 14 * HOUR_MS,
      durationMs: duration * 1000,
      rows: 2_170 + index * 12,
      ...(duration < 30 ? { failure: 'The source closed the connection.' } : {}),
    })),
  );
  for (const [entityName, agoMs] of [
    ['Customers', HOUR_MS / 2],
    ['Open Purchase Orders', HOUR_MS / 3],
  ] as const) {
    await rememberPastRuns({ service, server }, entityName, [{ agoMs, durationMs: 21_000, rows: 3_180 }]);
  }
}

/** A sync and an upload in progress. */
async function startJobs(workbench: Workbench, service: LocalService): Promise<void> {
  const { connections, jobs, notifications, page, quickInput } = workbench;
  await service.nextJob({ durationMs: 50_000 });
  await connections.act('Bank Transactions NL', 'Start Sync');
  await jobs.rowSaying(/^Bank Transactions NL, running/).waitFor();
  await service.nextJob({ durationMs: 50_000 });
  await workbench.runCommand('Data Connections: Upload Active Editor');
  await quickInput.choose(/connection to upload to/, 'Budget Upload');
  await notifications.answerDialog('Upload');
  await jobs.rowSaying(/^price-list.tsv.*Load/).waitFor();
  await page.keyboard.press('ControlOrMeta+1');
  await page.locator('.statusbar-item', { hasText: 'was accepted' }).waitFor({ state: 'hidden' });
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

async function placeOfEditors({ page }: Workbench): Promise<Box> {
  const box = await page.locator('.part.editor').boundingBox();
  if (!box) {
    throw new Error('The editors are not in sight.');
  }
  return box;
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
