import assert from 'node:assert/strict';
import { openSignedIn } from '../openSignedIn.ts';
import type { Workbench } from '../pages/workbench.ts';
import { useStage } from '../useStage.ts';

describe('Uploading files from the explorer', () => {
  const stage = useStage();

  it('shows one review and one summary for ten files, even if one is refused', async () => {
    const { service } = stage();
    // Ten notifications would hide the summary.
    await stage().changeSettings({ 'dataConnections.notifications': 'failures' });
    const names = Array.from({ length: 10 }, (_, index) => `month-${index}.csv`);
    await Promise.all(names.map((name, index) => stage().writeFile(name, `month,net\n${index},100\n`)));
    await service.refuseUpload('Month 3 is closed.', { skip: 3 });
    const { explorer, quickInput, review, notifications } = await openSignedIn(stage());
    await explorer.show();
    await explorer.actOnAll('month-0.csv', 'month-9.csv', 'Upload to Connection…');
    await quickInput.choose(/connection to upload 10 files to/, 'Budget Upload');
    await review.answer(/Upload 10 files/, 'Upload');
    await notifications.awaitMessage(/9 of 10 files were accepted\..*month-3\.csv.*Month 3 is closed/);
    const sent = (await service.uploads()).slice(-9).map(({ fileName }) => fileName);
    assert.deepEqual(
      sent,
      names.filter((name) => name !== 'month-3.csv'),
    );
  });

  it('shows no link for file names written like links', async () => {
    const names = [
      '[log](command:workbench.action.closeWindow).csv',
      '[log](command:workbench.action.quit).csv',
    ] as const;
    await Promise.all(names.map((name, index) => stage().writeFile(name, `id\n${index}\n`)));
    await stage().service.addFault({ path: '/dataloader/upload', times: 1, action: { kind: 'hang' } });
    const { explorer, quickInput, review, notifications } = await openSignedIn(stage());
    await explorer.show();
    await explorer.actOnAll(...names, 'Upload to Connection…');
    await quickInput.choose(/connection to upload 2 files to/, 'Budget Upload');
    await review.answer(/Upload 2 files/, 'Upload');
    const progress = await notifications.awaitMessage(/log.*\(1 of 2\)/);
    assert.equal(await notifications.linksIn(progress).count(), 0, 'No link in the progress');
    await notifications.act(/log.*\(1 of 2\)/, 'Cancel');
    const outcome = await notifications.awaitMessage(/log.*before the upload was stopped/);
    assert.equal(await notifications.linksIn(outcome).count(), 0, 'No link in the outcome');
    assert.match((await outcome.textContent()) ?? '', /\[log\]\u2060\(command:workbench\.action\.closeWindow\)\.csv/);
  });

  it('converts Windows-1252 with semicolons to UTF-8 with commas if that was chosen', async () => {
    await stage().writeFile(
      'towns.csv',
      Buffer.from('id;$(alert);net\r\n1;Z\xfcrich;1,50\r\n2;Gen\xe8ve;2\r\n', 'latin1'),
    );
    const workbench = await openSignedIn(stage());
    const { explorer, quickInput, review } = workbench;
    await explorer.show();
    await explorer.act('towns.csv', 'Upload to Connection…');
    await quickInput.choose(/connection to upload to/, 'Budget Upload');
    await review.answer(/Windows-1252 to UTF-8/, 'Convert…');
    await quickInput.awaitStep(/Select conversions/);
    const delimiter = quickInput.option('Delimiter: semicolon to comma');
    await delimiter.getByText(/id;\$\u2060?\(alert\);net → id,\$\u2060?\(alert\),net/).waitFor();
    assert.equal(await delimiter.locator('.codicon-alert').count(), 0, 'A cell draws no icon');
    await delimiter.click();
    // Of two encodings, only one can be selected.
    await quickInput.option('Encoding: ISO-8859-1 to UTF-8').click();
    await quickInput.checked('Encoding: Windows-1252 to UTF-8').waitFor({ state: 'detached' });
    await quickInput.option('Encoding: Windows-1252 to UTF-8').click();
    await quickInput.checked('Encoding: ISO-8859-1 to UTF-8').waitFor({ state: 'detached' });
    await quickInput.root.getByRole('button', { name: 'OK' }).click();
    await review.answer(/Will be converted: Windows-1252 to UTF-8, semicolon to comma/, 'Convert and Upload');
    await awaitCompleted(workbench, 'towns.csv, Budget Upload');
    assert.equal(await stage().service.latestText(), 'id,$(alert),net\r\n1,Zürich,"1,50"\r\n2,Genève,2\r\n');
  });

  it('prompts for the files if none are given', async () => {
    const { service } = stage();
    const workbench = await openSignedIn(stage());
    const { quickInput, review } = workbench;
    await workbench.runCommand('Data Connections: Upload File');
    await quickInput.openFile('Upload Files', 'price-list.tsv');
    await quickInput.choose(/connection to upload to/, 'Store Targets');
    await review.answer(/Rows: 10/, 'Upload');
    await awaitCompleted(workbench, 'price-list.tsv, Store Targets');
    assert.equal((await service.latestUpload()).fileName, 'price-list.tsv');
  });

  it('goes to the connection in whose row it was chosen, and prompts for files if no editor is open', async () => {
    const workbench = await openSignedIn(stage());
    const { connections, quickInput, review } = workbench;
    await connections.choose(connections.row('Store Targets'), 'Upload to This Connection…');
    await quickInput.choose(/Select what to upload/, 'Files…');
    await quickInput.openFile('Upload Files to “Store Targets”', 'price-list.tsv');
    await review.answer(/to “Store Targets”\?.*Rows: 10/, 'Cancel');
  });

  async function awaitCompleted(workbench: Workbench, job: string): Promise<void> {
    await workbench.showViews();
    await workbench.jobs.rowSaying(new RegExp(`^${job}, completed`)).waitFor();
  }
});
