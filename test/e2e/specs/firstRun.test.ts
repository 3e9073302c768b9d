import assert from 'node:assert/strict';
import { useStage } from '../useStage.ts';

const DEMO = 'Demo: Brookfield Mills';

describe('The first run', () => {
  const stage = useStage();

  it('leads from the welcome view through the demo to the first upload and its job, by mouse', async () => {
    const workbench = await stage().openWindow();
    const { connections, editor, jobs, review, statusBar, walkthrough } = workbench;
    await workbench.showViews();
    await connections.welcome.locator('a', { hasText: 'Get Started' }).click();
    await walkthrough.follow('signIn', 'Try It Without an Account');

    await connections.row('Vendor Ledger Entries').waitFor();
    assert.equal(await connections.description.innerText(), DEMO);
    await statusBar.item.filter({ hasText: /Demo · 2 jobs running/ }).waitFor();
    await walkthrough.done('signIn').waitFor();
    await walkthrough.follow('connections', 'Show Connections');
    await walkthrough.done('connections').waitFor();
    await walkthrough.picture.waitFor();
    assert.ok(!(await walkthrough.done('upload').isVisible()));

    await walkthrough.follow('check', 'Open Sample File');
    await editor.tab('store-targets.csv').waitFor();
    await walkthrough.done('check').waitFor();
    await editor.line(2, '101;Oslo;2026-10').click();
    await editor.titleAction('Upload to Connection…').click();
    await workbench.quickInput.choose(/connection to upload to/, 'Store Targets');
    await review.awaitWords(new RegExp(DEMO));
    await review.answer(/store-targets\.csv/, 'Convert and Upload');
    await walkthrough.done('upload').waitFor();

    await jobs.act(jobs.rowSaying(/^store-targets\.csv/), 'Open Job…');
    await walkthrough.done('job').waitFor();
    await stage().closeWindows();
  });
});
