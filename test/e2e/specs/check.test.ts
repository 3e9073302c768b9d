import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSignedIn } from '../openSignedIn.ts';
import { useStage } from '../useStage.ts';

describe('A table in the editor', () => {
  const stage = useStage();

  it('shows its rows, columns and problems in the language status', async () => {
    await stage().writeFile('doubled.csv', 'id,id,net\n1,2,3\n4,5,6\n');
    const workbench = await stage().openWindow();
    await workbench.openFile('doubled.csv');
    const status = await workbench.editor.languageStatus();
    await status.getByText('2 rows').waitFor();
    await status.getByText('3 columns; 1 problem').waitFor();
    await status.getByText('Check Again').waitFor();
  });

  it('is checked from its context menu', async () => {
    await stage().writeFile('menu.csv', 'id,net\n1,2\n');
    const workbench = await openSignedIn(stage());
    await workbench.openFile('menu.csv');
    await workbench.editor.actOnText('Check Data');
    await workbench.notifications.awaitMessage(/“menu\.csv”: 1 row, 2 columns; no problems\./);
  });

  it('has a column profile, whose names and values are only text', async () => {
    const header = 'net;"<b id=""bold"">note</b>";[x](command:y)';
    const rows = Array.from(
      { length: 20 },
      (_, row) => `${row + 1},25;<img src=x>;${row % 2 === 0 ? '' : 'https://a.example'}`,
    );
    await stage().writeFile('profile.csv', `${header}\n${rows.join('\n')}\n`);
    const workbench = await stage().openWindow();
    const { jobPage } = workbench;
    await workbench.openFile('profile.csv');
    await workbench.editor.actOnText('Show Column Profile');
    await jobPage.picture(/^Histogram of “net”\. /).waitFor();
    assert.deepEqual(await jobPage.rowsOf('Columns'), [
      ['net', 'number', 'yes', '20', '0', '20', '1.25', '20.25', '215.00'],
      ['<b id="bold">note</b>', 'text', 'no', '20', '0', '1', '', '', ''],
      ['[x](command:y)', 'text', 'no', '10', '10', '1', '', '', ''],
    ]);
    assert.deepEqual(await jobPage.rowsOf('Most common values of “<b id="bold">note</b>”'), [['<img src=x>', '20']]);
    assert.deepEqual(await jobPage.rowsOf('Most common values of “[x](command:y)”'), [['https://a.example', '10']]);
    await jobPage.frame.getByText('Show as Table: “net”').click();
    const counts = (await jobPage.rowsOf('Histogram of “net”')).map(([, rowsText]) => Number(rowsText));
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      20,
    );
    assert.equal(await jobPage.frame.locator('img, a, #bold').count(), 0);
  });

  it('is uploaded by the icon in its title, which JSON has once its connection is known', async () => {
    const { folder } = stage();
    await writeFile(join(folder, 'icon.csv'), 'id,net\n1,2\n');
    await writeFile(join(folder, 'icon.json'), '[{"id": 1}]');
    const workbench = await openSignedIn(stage());
    const { editor, quickInput, review } = workbench;
    const icon = editor.titleAction('Upload to Connection…');
    await workbench.openFile('icon.csv');
    await icon.click();
    await quickInput.title('Upload “icon.csv”').waitFor();
    await quickInput.choose(/connection to upload to/, 'Budget Upload');
    await review.answer(/Rows: 1/, 'Upload');
    await workbench.jobs.rowSaying(/^icon.csv, Budget Upload/).waitFor();

    await workbench.openFile('icon.json');
    await icon.waitFor({ state: 'detached' });
    await workbench.runCommand('Data Connections: Upload Active Editor');
    // Connections that took uploads come first.
    await quickInput.awaitStep(/connection to upload to/);
    await quickInput.separator('used for other files').waitFor();
    assert.match(await quickInput.focusedOption.innerText(), /Budget Upload/);
    await workbench.page.keyboard.press('Enter');
    await review.answer(/Rows: 1/, 'Upload');
    await icon.waitFor();
    await icon.click();
    await quickInput.awaitStep(/connection to upload to/);
    await quickInput.separator('used for this file').waitFor();
    await workbench.page.keyboard.press('Escape');

    await stage().changeSettings({ 'dataConnections.upload.showInEditorTitle': 'off' });
    await icon.waitFor({ state: 'detached' });
  });

  it('is uploaded from the context menu of its tab', async () => {
    await stage().writeFile('tab.csv', 'id,net\n1,2\n');
    const workbench = await openSignedIn(stage());
    await workbench.openFile('tab.csv');
    await workbench.editor.actOnTab('tab.csv', 'Upload to Connection…');
    await workbench.quickInput.choose(/connection to upload to/, 'Budget Upload');
    await workbench.review.answer(/Rows: 1/, 'Upload');
    await workbench.notifications.awaitMessage(/“tab\.csv”: .* loaded into “Budget Upload”/);
  });
});
