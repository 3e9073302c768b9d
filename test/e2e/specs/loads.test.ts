import assert from 'node:assert/strict';
import { eventually } from '../../eventually.ts';
import { openSignedIn } from '../openSignedIn.ts';
import type { Workbench } from '../pages/workbench.ts';
import { useStage } from '../useStage.ts';

const TARGET = 'Budget Upload';
const DATE = String.raw`\w{3} \d{1,2}, \d{4}, \d{1,2}:\d{2}\s[AP]M`;

describe('A load', () => {
  const stage = useStage({
    settings: { 'dataConnections.upload.keepCopies': 10, 'dataConnections.upload.confirm': 'always' },
  });

  it('has control totals in its review and on its page, beside what the service counted, and they can be copied', async () => {
    await stage().writeFile('ledger.csv', 'account,debit,credit\nA-1,1204.20,\nA-2,,1204.2\n');
    const workbench = await openSignedIn(stage());
    const { jobPage, page, quickInput } = workbench;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await workbench.openFile('ledger.csv');
    await workbench.runCommand('Data Connections: Copy Control Totals');
    await quickInput.choose(/Select a format/, 'Markdown Table');
    await eventually(async () => {
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      assert.match(copied, /^\| debit \| number \| 1 \| 1 \| 1 \| 1204\.20 \| 1204\.20 \| 1204\.20 \|$/m);
      return true;
    }, 'The totals are copied');

    await upload(workbench, 'ledger.csv');
    await workbench.review.awaitWords(
      /Rows: 2.*Control totals: debit 1,204\.20 · credit 1,204\.2 · 2 rows.*Balancing columns: debit = credit/s,
    );
    await stage().takeThemedSamples(workbench, 'load-totals-review');
    await workbench.review.answer(/Control totals/, 'Upload');
    await workbench.notifications.act(/“ledger\.csv”: .* loaded into “Budget Upload”/, 'Open Job');
    const { frame } = jobPage;
    await frame.getByText('debit 1,204.20 · credit 1,204.2 · 2 rows', { exact: true }).waitFor();
    await frame.getByText('debit = credit', { exact: true }).waitFor();
    await frame.getByText(/^Extract 2 · Load 2$/).waitFor();
    await stage().takeThemedSamples(workbench, 'load-totals-job');
  });

  it('is compared with the last one in its review, which warns if it is unlike earlier ones', async () => {
    const workbench = await openSignedIn(stage());
    await send(workbench, 'january.csv', rowsOf(0, 40), /Rows: 40/);
    await send(
      workbench,
      'february.csv',
      rowsOf(2, 43).replace('\n7,2026-01-31', '\n7,2026-02-28'),
      new RegExp(`Since the load of ${DATE}: 3 rows added, 2 removed, 1 changed \\(key “id”\\), 37 unchanged`),
    );
    await send(workbench, 'march.csv', rowsOf(5, 45), /Rows: 40/);
    await stage().writeFile('april.csv', rowsOf(45, 49).replaceAll('2026-01-31', '1/31/2026'));
    await upload(workbench, 'april.csv');
    await workbench.review.awaitWords(
      /Fewer rows than before: 4\. Usual for this connection: 40\..*Dates in “date” are written as MM\/DD\/YYYY\. In earlier loads: YYYY-MM-DD\./s,
    );
    await stage().takeThemedSamples(workbench, 'load-unlike-before');
    await workbench.review.answer(/4 rows added, 40 removed/, 'Cancel');
  });

  it('whose copy is kept can be compared with the file in the diff editor, and sent again after a review', async () => {
    const workbench = await openSignedIn(stage());
    const { editor, jobs, page, review } = workbench;
    const { service } = stage();
    const first = 'sku,price\nA,10\nB,20\n';
    await send(workbench, 'prices.csv', first, /Rows: 2/);
    await editor.append('prices.csv', 'C,30\n');
    await upload(workbench, 'prices.csv');
    await review.answer(/1 row added, none removed/, 'Upload');
    await eventually(async () => (await service.latestText()) === `${first}C,30\n`, 'The second version was sent');
    const sent = jobs.root.getByRole('treeitem', { name: /^prices\.csv, Budget Upload, completed/ });
    await eventually(async () => (await sent.count()) === 2, 'Both loads have ended');

    await editor.append('prices.csv', 'D,40\n');
    await editor.actOnText('Compare with Last Upload');
    const diff = page.locator('.monaco-diff-editor');
    await diff.locator('.modified .view-line', { hasText: 'D,40' }).waitFor();
    await diff.locator('.original .view-line', { hasText: 'C,30' }).waitFor();
    assert.equal(await diff.locator('.original .view-line', { hasText: 'D,40' }).count(), 0);
    await stage().takeThemedSamples(workbench, 'load-compared');

    // The latest job is listed first.
    await jobs.choose(sent.last(), 'Upload This Version Again…');
    await review.awaitWords(/Upload “prices\.csv” to “Budget Upload”\?.*Rows: 2/s);
    await stage().takeThemedSamples(workbench, 'load-again');
    await review.answer(/no rows added, 1 removed/, 'Upload');
    await eventually(async () => (await service.latestText()) === first, 'The first version was sent again');
  });

  /** Uploads a file with this content once its review has the expected text, and waits for its job. */
  async function send(workbench: Workbench, name: string, content: string, words: RegExp): Promise<void> {
    await stage().writeFile(name, content);
    await upload(workbench, name);
    await workbench.review.answer(words, 'Upload');
    await workbench.jobs.rowSaying(new RegExp(`^${name}, ${TARGET}, completed`)).waitFor();
  }
});

function rowsOf(from: number, to: number): string {
  const rows = Array.from({ length: to - from }, (_, index) => `${from + index},2026-01-31,${100 + from + index}.50\n`);
  return `id,date,net\n${rows.join('')}`;
}

async function upload(workbench: Workbench, name: string): Promise<void> {
  await workbench.openFile(name);
  await workbench.uploadActiveEditor(TARGET);
}
