import assert from 'node:assert/strict';
import { openSignedIn } from '../openSignedIn.ts';
import { enterSecret } from '../pages/signIn.ts';
import type { Workbench } from '../pages/workbench.ts';
import { useStage } from '../useStage.ts';

const TARGET = 'Budget Upload';

describe('The review of an upload', () => {
  const stage = useStage();

  it('shows how the header changed since the last upload to the connection', async () => {
    await stage().writeFile('before.csv', 'id,Name,net,tax\n1,one,1,0\n');
    await stage().writeFile('now.csv', 'id,net,name,gross\n1,1,one,2\n');
    const workbench = await openSignedIn(stage());
    await upload(workbench, 'before.csv');
    await workbench.review.answer(/Rows: 1/, 'Upload');
    await workbench.notifications.awaitMessage(/“before\.csv”: .* loaded into “Budget Upload”/);

    await upload(workbench, 'now.csv');
    await workbench.review.answer(
      /Header changed since the last upload: added gross; removed tax; renamed Name → name; columns in a different order/,
      'Cancel',
    );
  });

  it('shows the first rows as a table whose cells are only text, until it is answered', async () => {
    await stage().writeFile('cells.csv', 'id;net;"<b id=""bold"">note</b>"\n1;1.234,50;<img src=x>\n2;0,5;"a ""b"""\n');
    const workbench = await openSignedIn(stage());
    const { jobPage: page, quickInput } = workbench;
    await upload(workbench, 'cells.csv');
    await workbench.review.answer(/Rows: 2/, 'Show First Rows');
    const name = 'First rows of “cells.csv → Budget Upload”';
    await page.table(name).waitFor();
    const header = page.table(name).locator('thead th');
    assert.deepEqual(await header.allInnerTexts(), ['Row', 'id', 'net', '<b id="bold">note</b>']);
    assert.deepEqual(await page.rowsOf(name), [
      ['1', '1', '1.234,50', '<img src=x>'],
      ['2', '2', '0,5', 'a "b"'],
    ]);
    assert.equal(await page.frame.locator('img, #bold').count(), 0);
    assert.deepEqual(await page.problems(), []);

    // Escape leads back to the review.
    await quickInput.awaitStep(/Review the rows/);
    await workbench.page.keyboard.press('Escape');
    await workbench.editor.tab('cells.csv – Review').waitFor({ state: 'detached' });
    await workbench.review.answer(/Rows: 2/, 'Show First Rows');
    await page.table(name).waitFor();

    // Once they are converted, the rows are those that will be sent.
    await quickInput.choose(/Review the rows/, 'Convert…');
    await quickInput.awaitStep(/Select conversions/);
    await quickInput.input.fill('points');
    await quickInput.option('Delimiter: semicolon to comma').waitFor({ state: 'detached' });
    await workbench.page.keyboard.press('ArrowDown');
    await workbench.page.keyboard.press('Space');
    await quickInput.checked('Decimal commas to points').waitFor();
    await workbench.page.keyboard.press('Enter');
    await page.table(name).getByRole('cell', { name: '1234.50' }).waitFor();
    await quickInput.choose(/Review the rows/, 'Convert and Upload');
    await workbench.editor.tab('cells.csv – Review').waitFor({ state: 'detached' });
    await workbench.jobs.rowSaying(/^cells.csv, Budget Upload/).waitFor();
    assert.match(await stage().service.latestText(), /^1;1234\.50;<img src=x>$/m);
  });

  it('appears after a prompt to sign in if there is no account', async () => {
    const { service } = stage();
    await stage().writeFile('early.csv', 'id,name\n1,one\n');
    const workbench = await stage().openWindow();
    await workbench.openFile('early.csv');
    await workbench.runCommand('Data Connections: Upload Active Editor');
    await workbench.notifications.dialog.filter({ hasText: 'Sign in to upload “early.csv”.' }).waitFor();
    await workbench.notifications.answerDialog('Sign In…');
    await workbench.quickInput.typeInto(/base URL/, service.baseUrl);
    await workbench.quickInput.choose(/Select how to sign in/, 'API key');
    await enterSecret(workbench, service.apiKey);
    await workbench.quickInput.choose(/connection to upload to/, TARGET);
    await workbench.review.answer(/Rows: 1/, 'Upload');
    await workbench.notifications.awaitMessage(/“early\.csv”: .* loaded into “Budget Upload”/);
  });

  async function upload(workbench: Workbench, name: string): Promise<void> {
    await workbench.openFile(name);
    await workbench.uploadActiveEditor(TARGET);
  }
});
