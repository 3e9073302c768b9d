import assert from 'node:assert/strict';
import { openSignedIn } from '../openSignedIn.ts';
import { useStage } from '../useStage.ts';

const CONNECTION = 'Customers';
const FILE = 'price-list.tsv';
const TARGET = 'Budget Upload';

describe('Without a mouse', () => {
  const stage = useStage();

  it('one uploads a file and reads its job, with the keyboard shortcuts', async () => {
    const workbench = await openSignedIn(stage());
    const { connections, jobs, jobPage, notifications, page, quickInput } = workbench;
    const press = async (key: string): Promise<void> => {
      await page.keyboard.press('Control+K');
      await page.keyboard.press(`Shift+${key}`);
    };

    await press('D');
    await connections.focusedList.waitFor();
    await press('S');
    await quickInput.awaitStep(/connections to sync/);
    await page.keyboard.press('Escape');
    await quickInput.root.waitFor({ state: 'hidden' });

    await workbench.openFile(FILE);
    await press('U');
    await quickInput.awaitStep(/connection to upload to/);
    await quickInput.input.fill(TARGET);
    await quickInput.focusedOption.filter({ hasText: TARGET }).waitFor();
    await page.keyboard.press('Enter');
    await notifications.dialog.getByRole('button', { name: 'Upload', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await jobs.row(`${FILE} → ${TARGET}`).waitFor();

    await press('J');
    await quickInput.awaitStep(/Select a job/);
    await page.keyboard.press('Escape');
    await quickInput.root.waitFor({ state: 'hidden' });
    await press('P');
    await quickInput.awaitStep(/Select a job/);
    await quickInput.focusedOption.filter({ hasText: FILE }).waitFor();
    await page.keyboard.press('Enter');
    await jobPage.title.filter({ hasText: FILE }).waitFor();
  });
});

describe('For screen readers', () => {
  const stage = useStage();

  it('the views have no violation found by axe, and every row and the status bar have a label in words', async () => {
    const workbench = await openSignedIn(stage());
    const { connections, jobs, statusBar } = workbench;
    await connections.act(CONNECTION, 'Start Sync');
    await jobs.rowSaying(/^Customers, running/).waitFor();
    assert.deepEqual(await workbench.accessProblems('.part.sidebar .monaco-list'), []);
    const rows = [...(await connections.rows()), ...(await jobs.rows())];
    assert.ok(rows.length > 10);
    for (const { name, spoken } of rows) {
      assert.ok(spoken.startsWith(name) && spoken.length > name.length, `${name}: ${spoken}`);
      assert.doesNotMatch(spoken, /\$\(|undefined|null/);
    }
    assert.match((await statusBar.item.getAttribute('aria-label')) ?? '', /Customers/);
  });
});
