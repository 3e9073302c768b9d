import assert from 'node:assert/strict';
import { eventually } from '../../eventually.ts';
import { openSignedIn } from '../openSignedIn.ts';
import type { Locator } from 'playwright-core';
import type { Workbench } from '../pages/workbench.ts';
import { THEMES } from '../themes.ts';
import { useStage } from '../useStage.ts';

const CONNECTION = 'Customers';
const FILE = 'price-list.tsv';
const TARGET = 'Budget Upload';
/** More presses than there are places that a key reaches. */
const MAX_PRESSES = 40;
const MAX_NAME_LENGTH = 24;

describe('Without a mouse', () => {
  const stage = useStage();

  it('one signs in, filters, syncs, reads the job, and uploads a file after looking at its rows', async () => {
    const { service } = stage();
    await service.freeze(true);
    const workbench = await stage().openWindow();
    const { connections, jobs, jobPage, notifications, page, quickInput, statusBar } = workbench;
    const press = async (key: string): Promise<void> => {
      await page.keyboard.press('Control+K');
      await page.keyboard.press(`Shift+${key}`);
    };

    await workbench.runCommand('Data Connections: Sign In');
    await quickInput.typeInto(/base URL/, service.baseUrl);
    await pick(workbench, /Select how to sign in/, 'API key');
    await quickInput.typeInto(/The API key for/, service.apiKey);
    await connections.row(CONNECTION).waitFor();

    await press('D');
    await connections.focusedList.waitFor();
    await workbench.runCommand('Data Connections: Filter…');
    await quickInput.typeInto(/state, such as “failed”/, CONNECTION);
    await statusBar.announcement(/^1 of \d+ connections$/).waitFor();
    await connections.focusedList.waitFor();
    await page.keyboard.press('Home');
    await connections.focusedRow.filter({ hasText: CONNECTION }).waitFor();
    await page.keyboard.press('Shift+F10');
    await pressUntil(workbench, 'ArrowDown', page.locator('.monaco-menu .action-item.focused'), 'Start Sync');
    await page.keyboard.press('Enter');
    await jobs.rowSaying(/^Customers, running/).waitFor();
    await workbench.runCommand('Data Connections: Clear Filter');
    await statusBar.announcement(/^(\d+) of \1 connections$/).waitFor();

    await press('J');
    await jobs.focusedList.waitFor();
    await press('P');
    await pick(workbench, /Select a job/, CONNECTION);
    await jobPage.title.filter({ hasText: CONNECTION }).waitFor();
    await pressUntil(workbench, 'Tab', jobPage.frame.locator(':focus'), 'Copy Sync ID');
    await page.keyboard.press('Enter');
    await statusBar.announcement('Copied Sync ID.').waitFor();

    await workbench.openFile(FILE);
    await press('U');
    await pick(workbench, /connection to upload to/, TARGET);
    await notifications.dialog.waitFor();
    await pressUntil(workbench, 'Tab', notifications.dialog.locator(':focus'), 'Show First Rows');
    await page.keyboard.press('Enter');
    await quickInput.awaitStep(/Review the rows/);
    await jobPage.table(`First rows of ${FILE} → ${TARGET}`).waitFor();
    await pick(workbench, /Review the rows/, 'Upload');
    await jobs.rowSaying(new RegExp(`^${FILE}, ${TARGET}`)).waitFor();

    await press('S');
    await quickInput.awaitStep(/connections to sync/);
    await page.keyboard.press('Escape');
    await quickInput.root.waitFor({ state: 'hidden' });
  });
});

describe('The views', () => {
  const stage = useStage();

  it('have no violation found by axe in any theme, and rows, icons and the status bar have labels that read well', async () => {
    const { service } = stage();
    await service.freeze(true);
    const empty = await stage().openWindow();
    await empty.showViews();
    await empty.connections.welcome.waitFor();
    assert.deepEqual(await empty.accessProblems('.part.sidebar .welcome-view'), []);

    const workbench = await openSignedIn(stage());
    const { connections, jobs, page, statusBar } = workbench;
    await service.nextJob({ outcome: 'fail', message: 'The warehouse refused the connection.' });
    await connections.act('Cases', 'Start Sync');
    await jobs.rowSaying(/^Cases, running/).waitFor();
    await service.advance(60_000);
    await jobs.rowSaying(/^Cases, failed/).waitFor();
    await service.nextJob({ durationMs: 60_000 });
    await connections.act(CONNECTION, 'Start Sync');
    await jobs.rowSaying(/^Customers, running/).waitFor();

    const rows = [...(await connections.rows()), ...(await jobs.rows())];
    assert.ok(rows.length > 10);
    for (const { name, spoken } of rows) {
      assert.ok(spoken.startsWith(name) && spoken.length > name.length, `${name}: ${spoken}`);
      assert.doesNotMatch(spoken, /\$\(|undefined|null|[·→]|\d (s|min|hr\.|h)\b/);
    }
    const icons = await page.locator('.part.sidebar .actions-container .action-label').all();
    assert.ok(icons.length > 3);
    for (const icon of icons) {
      assert.match((await icon.getAttribute('aria-label')) ?? '', /\w/);
    }
    assert.match(
      (await statusBar.item.getAttribute('aria-label')) ?? '',
      /^Data Connections, Cases failed, 1 running$/,
    );

    const size = page.viewportSize() ?? { width: 1400, height: 1600 };
    try {
      for (const theme of THEMES) {
        await stage().changeSettings({ 'workbench.colorTheme': theme });
        await workbench.themed(theme).waitFor();
        await stage().takeSamples(`views-${theme}`.replaceAll(' ', '-'));
        assert.deepEqual(await workbench.accessProblems('.part.sidebar .monaco-list'), [], theme);
      }
      // At 200 %, half as many pixels are left for the same text.
      await page.setViewportSize({ width: size.width / 2, height: size.height / 2 });
      await eventually(async () => (await cutOff(workbench)).length === 0, 'The names of rows are readable');
      await stage().takeSamples('views-zoomed');
    } finally {
      await page.setViewportSize(size);
    }
  });
});

/** Selects the item with this label by typing it. */
async function pick({ page, quickInput }: Workbench, hint: RegExp, label: string): Promise<void> {
  await quickInput.awaitStep(hint);
  await quickInput.input.fill(label);
  await quickInput.focusedOption.filter({ hasText: label }).waitFor();
  await page.keyboard.press('Enter');
}

/** Presses a key until what has the focus has this text. */
async function pressUntil({ page }: Workbench, key: string, focused: Locator, text: string): Promise<void> {
  const wanted = focused.filter({ hasText: text });
  for (let presses = 0; presses < MAX_PRESSES && !(await wanted.isVisible()); presses += 1) {
    await page.keyboard.press(key);
  }
  await wanted.waitFor();
}

/** The names that don't fit into their row, without those that are too long for any view. */
async function cutOff({ connections, jobs }: Workbench): Promise<readonly string[]> {
  const cut: string[] = [];
  for (const view of [connections, jobs]) {
    const list = await view.root.locator('.monaco-list').boundingBox();
    for (const name of await view.root.locator('.label-name').all()) {
      const [text, box] = [await name.innerText(), await name.boundingBox()];
      if (text.length <= MAX_NAME_LENGTH && (!list || !box || box.x + box.width > list.x + list.width)) {
        cut.push(text);
      }
    }
  }
  return cut;
}
