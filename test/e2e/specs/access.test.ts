import type { Locator } from 'playwright-core';
import type { Workbench } from '../pages/workbench.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { useStage } from '../useStage.ts';

const CONNECTION = 'Customers';
const FILE = 'price-list.tsv';
const TARGET = 'Budget Upload';
/** More presses than there are places that a key reaches. */
const MAX_PRESSES = 40;

describe('Without a mouse', () => {
  const stage = useStage();

  it('one signs in, filters, syncs, reads the job, and uploads a file after looking at its rows', async () => {
    const { service } = stage();
    await service.freeze(true);
    const workbench = await stage().openWindow();
    const { connections, jobs, jobPage, notifications, page, quickInput, statusBar } = workbench;
    const press = (key: string): Promise<void> => pressChord(workbench, key);

    await workbench.runCommand('Data Connections: Sign In');
    await quickInput.typeInto(/base URL/, service.baseUrl);
    await pick(workbench, /Select how to sign in/, 'API key');
    await quickInput.typeInto(/The API key for/, service.apiKey);
    await connections.row(CONNECTION).waitFor();

    await press('D');
    await connections.focusedList.waitFor();
    await workbench.runCommand('Data Connections: Filter Connections…');
    await quickInput.typeInto(/state, such as “failed”/, CONNECTION);
    await statusBar.announcement(/^1 of \d+ connections$/).waitFor();
    await connections.focusedList.waitFor();
    await page.keyboard.press('Home');
    await connections.focusedRow.filter({ hasText: CONNECTION }).waitFor();
    await page.keyboard.press('Shift+F10');
    await pressUntil(workbench, 'ArrowDown', page.locator('.monaco-menu .action-item.focused'), 'Start Sync');
    await page.keyboard.press('Enter');
    await jobs.rowSaying(/^Customers, running/).waitFor();
    await workbench.runCommand('Data Connections: Clear Connection Filter');
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
    await jobPage.table(`First rows of “${FILE} → ${TARGET}”`).waitFor();
    await pick(workbench, /Review the rows/, 'Upload');
    await jobs.rowSaying(new RegExp(`^${FILE}, ${TARGET}`)).waitFor();

    await press('S');
    await quickInput.awaitStep(/connections to sync/);
    await page.keyboard.press('Escape');
    await quickInput.root.waitFor({ state: 'hidden' });
  });

  it('one starts a sync of the focused row, or of all selected rows, which the list has selected already', async () => {
    const workbench = await openSignedIn(stage(), { isFrozen: true });
    const { connections, jobs, page, quickInput } = workbench;
    await pressChord(workbench, 'D');
    await connections.focusedList.waitFor();
    await page.keyboard.press('Home');
    await pressUntil(workbench, 'ArrowDown', connections.focusedRow, CONNECTION);
    await pressChord(workbench, 'S');
    await quickInput.awaitStep(/connections to sync/);
    await quickInput.checked(CONNECTION).and(quickInput.focusedOption).waitFor();
    await page.keyboard.press('Enter');
    await jobs.rowSaying(/^Customers, running/).waitFor();

    await connections.focusedList.waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await connections.root.getByRole('treeitem', { selected: true }).nth(1).waitFor();
    await pressChord(workbench, 'S');
    await quickInput.title('Start Sync').waitFor();
    await quickInput.root.getByText('2 Selected').waitFor();
    await page.keyboard.press('Escape');
    await quickInput.root.waitFor({ state: 'hidden' });
  });

  it('the focus goes back to the editor when the first rows of an upload are closed', async () => {
    const workbench = await openSignedIn(stage());
    const { editor, jobPage, jobs, page, quickInput, review } = workbench;
    await workbench.openFile(FILE);
    await editor.text(FILE).click();
    await workbench.uploadActiveEditor(TARGET);
    await review.answer(/Rows:/, 'Show First Rows');
    await jobPage.table(`First rows of “${FILE} → ${TARGET}”`).waitFor();
    await quickInput.awaitStep(/Review the rows/);
    await page.keyboard.press('Escape');
    await review.answer(/Rows:/, 'Show First Rows');
    await pick(workbench, /Review the rows/, 'Upload');
    await jobs.rowSaying(new RegExp(`^${FILE}, ${TARGET}`)).waitFor();
    await editor.text(FILE).and(page.locator('.focused')).waitFor();
  });
});

/** Presses a keyboard shortcut of the extension. */
async function pressChord({ page }: Workbench, key: string): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.keyboard.press(`Shift+${key}`);
}

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
