// Takes the README's pictures of the real thing, in a light and a dark window.
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

/** In pixels, from the window's left edge. */
const SIDE_BAR_WIDTH = 480;
const PATIENCE_MS = 120_000;

const temp = await mkdtemp(join(tmpdir(), 'screenshots-'));
const folder = join(temp, 'October close');
await cp(join(ROOT, 'test', 'fixtures', 'demo'), folder, { recursive: true });
const server = await VsCodeServer.start({
  vsix: join(ROOT, 'out', 'data-connections.vsix'),
  settings: {
    'editor.minimap.enabled': false,
    'editor.occurrencesHighlight': 'off',
    'editor.scrollbar.horizontal': 'hidden',
    'window.autoDetectColorScheme': true,
    'window.title': '${rootName}',
    'dataConnections.notifications': 'off',
  },
});
const browser = await launchBrowser();
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    await takePicture(browser, colorScheme);
  }
} finally {
  await browser.close();
  await server.stop();
  await rm(temp, { recursive: true, force: true });
}

async function takePicture(browser: Browser, colorScheme: 'light' | 'dark'): Promise<void> {
  const service = await LocalService.start({ seed: 'demo' });
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 2,
    colorScheme,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  try {
    const page = await context.newPage();
    const workbench = await Workbench.open(page, server, { folder });
    await signIn(workbench, service);
    await widenSideBar(workbench);
    await workbench.openFile('general-ledger-2026-10.csv');
    await startJobs(workbench, service);
    const path = join(ROOT, 'media', `screenshot-${colorScheme}.png`);
    await page.screenshot({ path });
    console.log(path);
    await takeJobPage(workbench, service, join(ROOT, 'media', `job-page-${colorScheme}.png`));
  } finally {
    await context.close();
    await service.stop();
  }
}

/** The page of a sync in the middle, on a connection with some runs behind it. */
async function takeJobPage(workbench: Workbench, service: LocalService, path: string): Promise<void> {
  const { connections, jobPage, jobs, page, quickInput } = workbench;
  await service.advance(60_000);
  await connections.rowSaying(/^Chart of Accounts, .*Idle/).waitFor();
  for (const durationMs of [52_000, 44_000, 61_000, 47_000, 50_000]) {
    await service.nextJob({ durationMs });
    await connections.act('Chart of Accounts', 'Start Sync');
    await jobs.rowSaying(/^Chart of Accounts, running/).waitFor();
    await service.advance(durationMs + 1000);
    await connections.rowSaying(/^Chart of Accounts, .*Idle/).waitFor();
  }
  await service.nextJob({ durationMs: 40_000 });
  await connections.act('Chart of Accounts', 'Start Sync');
  await jobs.rowSaying(/^Chart of Accounts, running/).waitFor();
  await service.advance(28_000);
  await jobs.rowSaying(/^Chart of Accounts, running.*Load/).waitFor();
  await workbench.runCommand('Data Connections: Open Job');
  await quickInput.awaitStep(/Choose a job/);
  await page.keyboard.press('Enter');
  await jobPage.picture(/duration of each run/).waitFor();
  await page.screenshot({ path });
  console.log(path);
}

/** An upload and a sync, caught in the middle. */
async function startJobs(workbench: Workbench, service: LocalService): Promise<void> {
  const { connections, jobs, notifications, page, quickInput } = workbench;
  await service.freeze(true);
  await service.nextJob({ durationMs: 40_000 });
  await connections.act('Chart of Accounts', 'Start Sync');
  await jobs.rowSaying(/^Chart of Accounts, running/).waitFor();
  await service.nextJob({ durationMs: 40_000 });
  await workbench.runCommand('Data Connections: Upload Active Editor');
  await quickInput.choose(/connection to upload to/, 'Budget Upload');
  await notifications.answerDialog('Upload');
  await jobs.rowSaying(/^general-ledger-2026-10.csv/).waitFor();
  await service.advance(28_000);
  await jobs.rowSaying(/^general-ledger-2026-10.csv.*Load/).waitFor();
  await jobs.rowSaying(/^Chart of Accounts.*Load/).waitFor();
  await page.keyboard.press('ControlOrMeta+1');
  await page.locator('.statusbar-item', { hasText: 'was accepted' }).waitFor({ state: 'hidden' });
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
