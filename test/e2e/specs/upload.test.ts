import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { openSignedIn } from '../openSignedIn.ts';
import { withRetries } from '../pages/withRetries.ts';
import type { Workbench } from '../pages/workbench.ts';
import { useStage } from '../useStage.ts';

const NOTICED_MS = 3_000;

describe('Uploading the active editor', () => {
  const stage = useStage();

  it('sends a CSV file with its unsaved changes, and every cell arrives', async () => {
    const { folder, service } = stage();
    const workbench = await openSignedIn(stage());
    const file = 'general-ledger-2026-10.csv';
    const added = '2026-10-31,RE-199999,6740,Freight out,520,"Late freight, ""express""",EUR,88.00,\n';
    await workbench.openFile(file);
    await workbench.editor.append(file, added);
    await upload(workbench, 'Budget Upload', /Unsaved changes are included/);
    await workbench.notifications.awaitMessage(/“general-ledger-2026-10\.csv”: .* loaded into “Budget Upload”/);
    await workbench.jobs.rowSaying(/^general-ledger-2026-10.csv, Budget Upload, completed/).waitFor();

    const saved = await readFile(join(folder, file), 'utf8');
    const [columns, ...rows] = parse(saved + added);
    const [sent] = (await service.uploads()).slice(-1);
    assert.ok(sent, 'the service has the upload');
    assert.equal(sent.fileName, file);
    const received = await service.uploadRows(sent.syncId);
    assert.deepEqual(received.columns, columns);
    assert.deepEqual(received.rows, rows);
    assert.ok(!saved.includes('RE-199999'), 'the change was not saved');
  });

  it('sends JSON with every digit of its numbers', async () => {
    const { folder, service } = stage();
    const workbench = await openSignedIn(stage());
    const file = 'customers.json';
    await workbench.openFile(file);
    await upload(workbench, 'Store Targets', /Rows: 12/);
    await workbench.jobs.rowSaying(/^customers.json, Store Targets/).waitFor();

    const text = await readFile(join(folder, file), 'utf8');
    const written = [...text.matchAll(/"customer_id": (\d{20}),/g)].map(([, digits]) => digits);
    assert.equal(written.length, 12, 'the file has numbers of 20 digits');
    const [sent] = (await service.uploads()).slice(-1);
    assert.ok(sent, 'the service has the upload');
    assert.equal(Buffer.from(await service.uploadRaw(sent.syncId)).toString(), text);
    const { columns, rows } = await service.uploadRows(sent.syncId);
    assert.deepEqual(
      rows.map((cells) => cells[columns.indexOf('customer_id')]),
      written,
    );
  });

  it('that the service refuses with 200 shows its message, and tracks no job', async () => {
    const { service } = stage();
    const workbench = await openSignedIn(stage());
    const before = await service.uploads();
    await workbench.openFile('price-list.tsv');
    await upload(workbench, 'Opportunities', /Rows: 10/);
    await workbench.notifications.awaitMessage(/No data was loaded: Opportunities is not a Data Loader\./);
    assert.deepEqual(await service.uploads(), before);
    assert.equal(await workbench.jobs.rowSaying(/price-list/).count(), 0);
  });

  it('whose load fails shows the whole message on the page of its job, and is retried there once, after a review', async () => {
    const { folder, service } = stage();
    await writeFile(join(folder, 'rates.csv'), 'currency,rate\nEUR,1\n');
    await service.nextJob({ outcome: 'fail', message: 'Column "rate" must be less than 1.' });
    const workbench = await openSignedIn(stage());
    const { jobPage } = workbench;
    await workbench.openFile('rates.csv');
    await upload(workbench, 'Budget Upload', /Rows: 1/);
    await workbench.notifications.act(/“rates\.csv” to “Budget Upload” failed.*must be less than 1/, 'Open Job');
    await jobPage.frame.locator('.message').getByText('Column "rate" must be less than 1.').waitFor();
    await jobPage.frame.getByText(/^rates\.csv \(1 row, \d+ bytes\)$/).waitFor();

    await jobPage.button('Retry Upload…').press('Enter');
    await workbench.review.answer(/Rows: 1/, 'Upload');
    await workbench.notifications.awaitMessage(/“rates\.csv”: 1 row loaded into “Budget Upload”\./);
    await jobPage.button('Retry Upload…').waitFor({ state: 'detached' });
  });

  it('whose load fails at a value shows that as a problem in the file, where the notification and the job page lead', async () => {
    const { folder, service } = stage();
    await writeFile(join(folder, 'fees.csv'), 'country,fee\nDE,1\nFR,abc\n');
    await service.nextJob({ outcome: 'fail', message: "Row 2: 'abc' is not a valid fee" });
    const workbench = await openSignedIn(stage());
    const { editor, jobPage, page } = workbench;
    await workbench.openFile('fees.csv');
    await upload(workbench, 'Budget Upload', /Rows: 2/);
    await workbench.notifications.act(/“fees\.csv” to “Budget Upload” failed/, 'Show in File');
    await editor.position('Ln 3, Col 7 (3 selected)').waitFor();
    await workbench.runCommand('Problems: Focus on Problems View');
    const problem = page
      .locator('.markers-panel .monaco-list-row')
      .filter({ hasText: "Row 2: 'abc' is not a valid fee" });
    await problem.filter({ hasText: 'reported by the service' }).waitFor();
    await stage().takeThemedSamples(workbench, 'service-problem');

    const row = workbench.jobs.rowSaying(/^fees.csv, Budget Upload, failed/);
    await editor.append('fees.csv', '');
    await workbench.jobs.choose(row, 'Show in File');
    await editor.position('Ln 3, Col 7 (3 selected)').waitFor();
    await workbench.jobs.choose(row, 'Open Job…');
    await jobPage.button('Show in File').press('Enter');
    await editor.position('Ln 3, Col 7 (3 selected)').waitFor();
    await editor.append('fees.csv', 'US,2\n');
    await problem.waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
    await problem.waitFor({ state: 'detached' });
  });

  it('is blocked before anything is sent if the file violates the contract', async () => {
    const { service } = stage();
    const workbench = await openSignedIn(stage());
    await workbench.openFile('customers.json');
    await workbench.editor.append('customers.json', '{');
    await service.clearRequests();
    await workbench.runCommand('Data Connections: Upload Active Editor');
    await workbench.notifications.awaitMessage(/customers\.json/);
    const sent = (await service.requests()).filter(({ method }) => method === 'POST');
    assert.deepEqual(sent, []);
  });

  /** Runs the command, picks the target and confirms the review, which must show the expected text. */
  async function upload(workbench: Workbench, target: string, reviewSays: RegExp): Promise<void> {
    await workbench.uploadActiveEditor(target);
    await workbench.review.awaitWords(new RegExp(`to “${target}”\\?`));
    await workbench.review.answer(reviewSays, 'Upload');
  }
});

describe('Saving a file that is uploaded on save', () => {
  const stage = useStage({
    settings: {
      'dataConnections.upload.onSave': true,
      'dataConnections.upload.targets': { 'customers.json': 'a1b2c3' },
    },
  });

  it('without an account says once that the file was not uploaded', async () => {
    const workbench = await stage().openWindow();
    const { editor, notifications, page } = workbench;
    await workbench.openFile('customers.json');
    const save = async (): Promise<void> => {
      await editor.append('customers.json', ' ');
      await page.keyboard.press('ControlOrMeta+S');
    };
    const message = /“customers\.json” was saved but not uploaded because you are not signed in\./;
    // VS Code activates the extension some time after the window has opened; until then, nothing is noticed.
    await withRetries(async () => {
      await save();
      await notifications.visible.filter({ hasText: message }).first().waitFor({ timeout: NOTICED_MS });
    });
    await save();
    await notifications.act(message, 'Sign In…');
    await workbench.quickInput.awaitStep(/base URL/);
    await page.keyboard.press('Escape');
    assert.equal(await notifications.count(message), 0, 'there is no second one');
  });
});
