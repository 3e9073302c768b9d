import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSignedIn } from '../openSignedIn.ts';
import { useStage } from '../useStage.ts';

describe('A table in the editor', () => {
  const stage = useStage();

  it('shows its rows, columns and problems in the language status', async () => {
    await writeFile(join(stage().folder, 'doubled.csv'), 'id,id,net\n1,2,3\n4,5,6\n');
    const workbench = await stage().openWindow();
    await workbench.openFile('doubled.csv');
    const status = await workbench.editor.languageStatus();
    await status.getByText('2 rows, 3 columns').waitFor();
    await status.getByText('1 problem').waitFor();
    await status.getByText('Check Again').waitFor();
  });

  it('is uploaded from the context menu of its tab', async () => {
    await writeFile(join(stage().folder, 'tab.csv'), 'id,net\n1,2\n');
    const workbench = await openSignedIn(stage());
    await workbench.openFile('tab.csv');
    await workbench.editor.actOnTab('tab.csv', 'Upload File…');
    await workbench.quickInput.choose(/connection to upload to/, 'Budget Upload');
    await workbench.review.answer(/Rows: 1/, 'Upload');
    await workbench.notifications.awaitMessage(/tab\.csv: .* loaded into Budget Upload/);
  });
});
