// Takes the README's pictures of the real thing: the window and the job page, in a light, a dark and a high-contrast theme.
import { cp, mkdtemp, rm } from 'node:fs/promises';
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

/** Few and not too dense pixels: a picture is looked at by many who only came to read. */
const WINDOW = { viewport: { width: 1080, height: 640 }, deviceScaleFactor: 1.5 };
/** In pixels, from the window's left edge. */
const SIDE_BAR_WIDTH = 430;
const PATIENCE_MS = 120_000;
const HOUR_MS = 3_600_000;
const THEMES = {
  light: 'Default Light Modern',
  dark: 'Default Dark Modern',
  'high-contrast': 'Default High Contrast',
};

const temp = await mkdtemp(join(tmpdir(), 'screenshots-'));
const folder = join(temp, 'October close');
await cp(join(ROOT, 'test', 'fixtures', 'demo'), folder, { recursive: true });
const browser = await launchBrowser();
try {
  for (const [name, theme] of Object.entries(THEMES)) {
    await takePictures(browser, name, theme);
  }
} finally {
  await browser.close();
  await rm(temp, { recursive: true, force: true });
}

/** In real time, as a person would see it, so that every moment and duration in the picture fits every other. */
async function takePictures(browser: Browser, name: string, theme: string): Promise<void> {
  const service = await LocalService.start();
  const server = await VsCodeServer.start({
    vsix: join(ROOT, 'out', 'data-connections.vsix'),
    settings: {
      'editor.minimap.enabled': false,
      'editor.occurrencesHighlight': 'off',
      'editor.scrollbar.horizontal': 'hidden',
      'window.title': '${rootName}',
      'workbench.colorTheme': theme,
      'workbench.layoutControl.enabled': false,
      'dataConnections.notifications': 'off',
    },
  });
  const context = await browser.newContext(WINDOW);
  context.setDefaultTimeout(PATIENCE_MS);
  try {
    await rememberAWeek(service, server);
    const workbench = await Workbench.open(await context.newPage(), server, { folder });
    const { page, jobPage, quickInput, statusBar } = workbench;
    await signIn(workbench, service);
    await widenSideBar(workbench);
    await workbench.openFile('general-ledger-2026-10.csv');
    await startJobs(workbench, service);
    await statusBar.item.hover();
    await page.locator('.monaco-hover', { hasText: 'Click to show the jobs' }).waitFor();
    await save(workbench, `screenshot-${name}`);

    await workbench.runCommand('Data Connections: Open Job');
    await quickInput.awaitStep(/Choose a job/);
    await quickInput.choose(/Choose a job/, 'General Ledger Entries');
    await jobPage.picture(/duration of each run/).waitFor();
    await save(workbench, `job-page-${name}`);
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
    'General Ledger Entries',
    seconds.map((duration, index) => ({
      agoMs: (seconds.length - index) * 14 * HOUR_MS,
      durationMs: duration * 1000,
      rows: 46_800 + index * 117,
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

/** An upload and a sync, caught in the middle. */
async function startJobs(workbench: Workbench, service: LocalService): Promise<void> {
  const { connections, jobs, notifications, page, quickInput } = workbench;
  await service.nextJob({ durationMs: 50_000 });
  await connections.act('General Ledger Entries', 'Start Sync');
  await jobs.rowSaying(/^General Ledger Entries, running/).waitFor();
  await service.nextJob({ durationMs: 50_000 });
  await workbench.runCommand('Data Connections: Upload Active Editor');
  await quickInput.choose(/connection to upload to/, 'Budget Upload');
  await notifications.answerDialog('Upload');
  await jobs.rowSaying(/^general-ledger-2026-10.csv.*Load/).waitFor();
  await page.keyboard.press('ControlOrMeta+1');
  await page.locator('.statusbar-item', { hasText: 'was accepted' }).waitFor({ state: 'hidden' });
}

async function save({ page }: Workbench, name: string): Promise<void> {
  const path = join(ROOT, 'media', `${name}.png`);
  await page.screenshot({ path, caret: 'hide', animations: 'disabled' });
  console.log(path);
}

async function widenSideBar({ connections, page }: Workbench): Promise<void> {
  const view = await connections.root.boundingBox();
  if (!view) {
    throw new Error('The side bar is not in sight.');
  }
  // Its edge is the first handle to the right of the view's middle.
  const middle = view.x + view.width / 2;
  const handles = await Promise.all(
    (await page.locator('.monaco-sash.vertical').all()).map((sash) => sash.boundingBox()),
  );
  const edge = Math.min(
    ...handles.flatMap((box) => (box && box.height > 0 && box.x > middle ? [box.x + box.width / 2] : [])),
  );
  await page.mouse.move(edge, 400);
  await page.mouse.down();
  await page.mouse.move(SIDE_BAR_WIDTH, 400, { steps: 5 });
  await page.mouse.up();
}
