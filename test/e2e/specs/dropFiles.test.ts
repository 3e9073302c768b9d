import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { eventually } from '../../eventually.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { dragWithMouse, dropFromSystem } from '../pages/drag.ts';
import { withRetries } from '../pages/withRetries.ts';
import { useStage } from '../useStage.ts';

const TARGET = 'Budget Upload';
/** How long to wait for a menu before its key is pressed again. */
const MENU_MS = 5000;

describe('Files of the Explorer, a tab and the system', () => {
  const stage = useStage();

  async function sent(): Promise<readonly (string | undefined)[]> {
    return (await stage().service.uploads()).map(({ fileName }) => fileName);
  }

  it('are uploaded to the connection on whose row the mouse drops them, after a review', async () => {
    await stage().writeFile('tab.csv', 'id\n1\n');
    await stage().writeFile('from-explorer-1.csv', 'id\n1\n');
    await stage().writeFile('from-explorer-2.csv', 'id\n2\n');
    await mkdir(join(stage().folder, 'monthly'));
    await stage().writeFile('monthly/month-1.csv', 'id\n1\n');
    await stage().writeFile('monthly/month-2.csv', 'id\n2\n');
    const system = await mkdtemp(join(tmpdir(), 'files-'));
    const workbench = await openSignedIn(stage());
    const { connections, editor, explorer, jobs, notifications, page, review } = workbench;
    const row = connections.row(TARGET);
    try {
      await explorer.show();
      // With this key, a click selects a file without opening it.
      await explorer.row('from-explorer-1.csv').click({ modifiers: ['ControlOrMeta'] });
      await explorer.row('from-explorer-2.csv').click({ modifiers: ['ControlOrMeta'] });
      // The view opens while the files are held over its icon.
      await dragWithMouse(page, explorer.row('from-explorer-2.csv'), workbench.activityBarItem, row);
      await review.answer(/Upload 2 files to “Budget Upload”\?/, 'Upload');
      await notifications.awaitMessage(/2 of 2 files were accepted/);

      await explorer.show();
      await dragWithMouse(page, explorer.row('monthly'), workbench.activityBarItem, row);
      await review.answer(/Upload 2 files to “Budget Upload”\?.*month-1\.csv.*month-2\.csv/, 'Cancel');

      await explorer.show();
      await explorer.row('tab.csv').dblclick();
      await editor.tab('tab.csv').waitFor();
      await workbench.showViews();
      await dragWithMouse(page, editor.tab('tab.csv'), row);
      await review.answer(/Upload “tab\.csv” to “Budget Upload”\?/, 'Upload');
      await jobs.rowSaying(/^tab\.csv, Budget Upload/).waitFor();

      const path = join(system, 'from-system.csv');
      await writeFile(path, 'id\n3\n');
      await dropFromSystem(page, row, path);
      await review.answer(/Upload “from-system\.csv” to “Budget Upload”\?/, 'Upload');
      await jobs.rowSaying(/^from-system\.csv, Budget Upload/).waitFor();
      assert.deepEqual((await sent()).slice(-4), [
        'from-explorer-1.csv',
        'from-explorer-2.csv',
        'tab.csv',
        'from-system.csv',
      ]);
      assert.equal(await stage().service.latestText(), 'id\n3\n');

      await dropFromSystem(page, row, system);
      await notifications.awaitMessage(/could not be read\. If it is a folder/);
    } finally {
      await rm(system, { recursive: true });
    }
  });

  it('are uploaded with the keyboard: the active editor, open files, or a pick', async () => {
    await stage().writeFile('one.csv', 'id\n1\n');
    await stage().writeFile('two.csv', 'id\n2\n');
    const workbench = await openSignedIn(stage());
    const { connections, page, quickInput, review, jobs } = workbench;
    await workbench.openFile('one.csv');
    await workbench.openFile('two.csv');
    await workbench.showViews();
    const choose = async (): Promise<void> => {
      const entry = page.getByRole('menuitem', { name: 'Upload to This Connection…' });
      const focused = page.locator('.monaco-menu .action-item.focused', { hasText: 'Upload to This Connection…' });
      // An editor that is still opening may take the focus and close the menu, and what is left of a drop may cover the row.
      await withRetries(
        async () => {
          await connections.row(TARGET).click({ timeout: MENU_MS });
          await page.keyboard.press('Shift+F10');
          await entry.waitFor({ timeout: MENU_MS });
          // The pointer, which is over the row, may focus another entry than the first.
          await eventually(
            async () => {
              await page.keyboard.press('ArrowDown');
              return focused.isVisible();
            },
            'The entry is focused',
            MENU_MS,
          );
        },
        () => page.keyboard.press('Escape'),
      );
      await page.keyboard.press('Enter');
      await quickInput.awaitStep(/Select what to upload/);
    };
    await choose();
    await quickInput.option('two.csv').and(quickInput.focusedOption).waitFor();
    await quickInput.option('All Open Files (2)').waitFor();
    await stage().takeThemedSamples(workbench, 'drop-files-choose');
    await quickInput.input.press('Enter');
    await review.awaitWords(/Upload “two\.csv” to “Budget Upload”\?/);
    await page.keyboard.press('Enter');
    await jobs.rowSaying(/^two\.csv, Budget Upload/).waitFor();
    assert.deepEqual((await sent()).slice(-1), ['two.csv']);

    await choose();
    await quickInput.choose(/Select what to upload/, 'All Open Files (2)');
    await review.answer(/Upload 2 files to “Budget Upload”\?.*two\.csv.*one\.csv/, 'Cancel');
    await choose();
    await quickInput.choose(/Select what to upload/, 'Files Matching a Pattern…');
    await quickInput.awaitStep(/Enter a glob pattern, relative to the folder/);
    await quickInput.input.fill('o*.txt');
    await quickInput.input.press('Enter');
    await quickInput.awaitStep(/No file matches this pattern/);
    await quickInput.input.fill('o*.csv');
    await quickInput.input.press('Enter');
    await review.answer(/Upload “one\.csv” to “Budget Upload”\?/, 'Upload');
    await jobs.rowSaying(/^one\.csv, Budget Upload/).waitFor();
    assert.deepEqual((await sent()).slice(-1), ['one.csv']);
  });

  it('are those of a folder in one review, with a summary of each that repeats those that failed', async () => {
    const { service } = stage();
    await mkdir(join(stage().folder, 'exports'));
    for (const index of Array.from({ length: 14 }, (_, at) => at + 1)) {
      await stage().writeFile(`exports/month-${index}.csv`, `month,net\n${index},100\n`);
    }
    await stage().writeFile('exports/month-15.csv', 'month,net\n15,"never closed\n');
    await service.refuseUpload('Month 3 is closed.', { skip: 2 });
    const workbench = await openSignedIn(stage());
    const { explorer, jobPage, notifications, quickInput, review } = workbench;
    await explorer.show();
    await explorer.act('exports', 'Upload to Connection…');
    await quickInput.choose(/connection to upload 14 files to/, TARGET);
    await review.awaitWords(
      /Upload 14 of 15 files to “Budget Upload”\?.*in total.*“month-15\.csv” is skipped.*And 2 more files\./,
    );
    await stage().takeThemedSamples(workbench, 'upload-folder-review');
    await review.answer(/Upload 14 of 15 files/, 'Show All Files');
    const files = jobPage.table('Files');
    await files.getByRole('row', { name: /month-14\.csv.*Budget Upload.*1/ }).waitFor();
    await files.getByRole('row', { name: /month-15\.csv.*skipped:.*never closed/ }).waitFor();
    await stage().takeThemedSamples(workbench, 'upload-folder-files');
    await quickInput.option('Upload').click();
    const message = await notifications.awaitMessage(/13 of 15 files were accepted\. .*Month 3 is closed/);
    await message.getByRole('button', { name: 'Show Summary' }).click();
    await jobPage.button('Retry Failed…').waitFor();
    await files.getByRole('row', { name: /month-3\.csv.*Month 3 is closed/ }).waitFor();
    await files.getByRole('row', { name: /month-15\.csv.*never closed/ }).waitFor();
    await service.advance(60_000);
    await files.getByRole('row', { name: /month-1\.csv.*completed/ }).waitFor();
    await jobPage.frame.getByText('13 of 13 uploads completed.').waitFor();
    await stage().takeThemedSamples(workbench, 'upload-summary');
    await stage().writeFile('exports/month-15.csv', 'month,net\n15,100\n');
    await jobPage.button('Retry Failed…').press('Enter');
    await review.answer(/Upload 2 files to “Budget Upload”\?/, 'Upload');
    await files.getByRole('row', { name: /month-3\.csv.*Budget Upload.*1.*Open Job/ }).waitFor();
    await files.getByRole('row', { name: /month-15\.csv.*Budget Upload.*1.*Open Job/ }).waitFor();
    await service.advance(60_000);
    await files.getByRole('row', { name: /month-3\.csv.*completed/ }).waitFor();
    await files.getByRole('row', { name: /month-15\.csv.*completed/ }).waitFor();
    await jobPage.frame.getByRole('heading', { level: 1, name: '15 of 15 files were accepted.' }).waitFor();
    await jobPage.frame.getByText('15 of 15 uploads completed.').waitFor();
    assert.deepEqual((await sent()).slice(-3), ['month-14.csv', 'month-3.csv', 'month-15.csv']);
  });

  it('are decompressed if they are compressed, which the review names, or refused if they are damaged', async () => {
    const whole = gzipSync('id,town\n1,Zürich\n');
    await stage().writeFile('towns.csv.gz', whole);
    await stage().writeFile('cut.csv.gz', whole.subarray(0, whole.length - 4));
    const workbench = await openSignedIn(stage());
    const { connections, explorer, jobs, notifications, page, quickInput, review } = workbench;
    await explorer.show();
    await explorer.act('cut.csv.gz', 'Upload to Connection…');
    await notifications.awaitMessage(/“cut\.csv\.gz” is damaged or incomplete/);
    await explorer.act('towns.csv.gz', 'Upload to Connection…');
    await quickInput.choose(/connection to upload to/, TARGET);
    await review.answer(/Will be converted: decompressed.*File name sent: towns\.csv/, 'Cancel');
    await dragWithMouse(page, explorer.row('towns.csv.gz'), workbench.activityBarItem, connections.row(TARGET));
    await review.awaitWords(/Will be converted: decompressed.*File name sent: towns\.csv/);
    await stage().takeThemedSamples(workbench, 'upload-compressed-review');
    await review.answer(/Upload “towns\.csv\.gz”/, 'Convert and Upload');
    await jobs.rowSaying(/^towns\.csv\.gz, Budget Upload/).waitFor();
    assert.equal(await stage().service.latestText(), 'id,town\n1,Zürich\n');
  });
});
