import assert from 'node:assert/strict';
import { eventually } from '../../eventually.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { rememberPastRuns } from '../pastRuns.ts';
import type { Workbench } from '../pages/workbench.ts';
import type { Stage } from '../stage.ts';
import { useStage } from '../useStage.ts';

const NAME = 'Customers';
/** Earlier runs: three successful ones, enough for a usual duration, and a failed one. */
const PAST_RUNS = [
  { agoMs: 4 * 3_600_000, durationMs: 20_000, rows: 3_120 },
  { agoMs: 3 * 3_600_000, durationMs: 26_000, rows: 3_140 },
  { agoMs: 2 * 3_600_000, durationMs: 24_000, rows: 3_160 },
  { agoMs: 3_600_000, durationMs: 10_000, rows: 3_180, failure: 'The source was closed.' },
];

describe('The job page', () => {
  const stage = useStage();

  it('opens with the keyboard, and shows the data of its charts in tables', async () => {
    const workbench = await openWithHistory(stage());
    const { jobPage } = workbench;
    const tabs = jobPage.tabs.filter({ hasText: NAME });
    await startSync(workbench, stage(), { durationMs: 60_000 });
    await stage().service.advance(30_000);
    await workbench.jobs.rowSaying(/^Customers, running.*Load.*usually/).waitFor();
    await workbench.openLatestJob(NAME);

    await jobPage.picture(/^Timeline of the steps/).waitFor();
    const steps = await jobPage.rowsOf('Steps');
    assert.ok(steps.some(([name, state]) => name === 'Extract' && state === 'completed'));
    assert.ok(steps.some(([name, state]) => name === 'Load' && state === 'running'));
    const [duration] = steps.flatMap((cells) => (cells[0] === 'Load' ? [cells[3] ?? ''] : []));
    await jobPage
      .table('Steps')
      .getByRole('row')
      .filter({ hasText: 'Load' })
      .filter({ hasNotText: duration ?? '' })
      .waitFor();

    await jobPage.picture(/duration of each run/).waitFor();
    await jobPage.picture(/count of each run/).waitFor();
    await jobPage.frame.getByText('Show as Table').press('Enter');
    await jobPage.table('History').waitFor();
    const runs = await jobPage.rowsOf('History');
    assert.equal(runs.length, 5);
    assert.equal(runs.filter(([, outcome]) => outcome === 'failed').length, 1);
    assert.ok((await jobPage.rowsOf('Reported states')).length > 1);

    const state = await jobPage.frame.locator('.head [role=status]').elementHandle();
    await stage().service.advance(60_000);
    await jobPage.frame.getByRole('status').filter({ hasText: 'completed' }).waitFor();
    assert.ok(await state.isVisible(), 'screen readers announce the changes of an element that stays');

    await jobPage.button('Copy Sync ID').press('Enter');
    await jobPage.frame.getByRole('status').filter({ hasText: 'Copied Sync ID.' }).waitFor();
    assert.equal(await tabs.count(), 1);
    await jobPage.scrollToEnd();
    await jobPage
      .button(/^Open job from/)
      .last()
      .press('Enter');
    await eventually(async () => (await tabs.count()) === 2, 'Another job has a tab of its own');
    await jobPage.frame
      .getByRole('status')
      .filter({ hasText: /^.?completed/ })
      .waitFor();
    await jobPage.table('Steps').waitFor();
    assert.equal(await jobPage.scrollPosition(), 0, 'it opens at its top');
    await workbench.openLatestJob(NAME);
    assert.equal(await tabs.count(), 2, 'and only one');
  });

  it('has a bar for the running job in both charts, with the times of runs of one day', async () => {
    const workbench = await openWithHistory(stage());
    const { jobPage } = workbench;
    await startSync(workbench, stage(), { durationMs: 60_000 });
    await stage().service.advance(30_000);
    await workbench.jobs.rowSaying(/^Customers, running.*Load/).waitFor();
    await workbench.openLatestJob(NAME);
    for (const words of [/duration of each run/, /count of each run/]) {
      const bar = jobPage.picture(words).locator('.bar.running');
      await bar.waitFor();
      assert.ok(Number(await bar.getAttribute('height')) >= 2);
    }
    const label = jobPage
      .picture(/duration of each run/)
      .locator('text[text-anchor=middle]')
      .first();
    const isOneDay = new Date(Date.now() - 4 * 3_600_000).toDateString() === new Date().toDateString();
    assert.match(await label.innerHTML(), isOneDay ? /:\d\d/ : /^[A-Z][a-z]+ \d+$/);
  });

  it('has the message of a step under its name if it is narrow', async () => {
    const workbench = await openWithHistory(stage());
    const { jobPage, page } = workbench;
    await startSync(workbench, stage(), { durationMs: 60_000 });
    await stage().service.advance(30_000);
    await workbench.jobs.rowSaying(/^Customers, running.*Load/).waitFor();
    await workbench.openLatestJob(NAME);
    const message = jobPage.table('Steps').getByRole('columnheader', { name: 'Message' });
    await message.waitFor();
    const size = page.viewportSize() ?? { width: 1400, height: 1600 };
    await page.setViewportSize({ width: size.width / 2, height: size.height });
    await message.waitFor({ state: 'detached' });
    await jobPage.table('Steps').locator('.under').first().waitFor();
    await page.setViewportSize(size);
  });

  it('says in an element that screen readers announce that its job is gone, and shows the job again after Undo', async () => {
    const workbench = await openWithHistory(stage());
    const { jobPage, notifications } = workbench;
    await workbench.openLatestJob(NAME);
    await jobPage.table('Steps').waitFor();
    const reason = await jobPage.frame.locator('.reason[role=status]').elementHandle();
    await workbench.runCommand('Data Connections: Clear Finished Jobs');
    await jobPage.frame.getByRole('status').filter({ hasText: 'This job is not in the list of jobs' }).waitFor();
    assert.match((await reason.textContent()) ?? '', /^This job is not/, 'the element has stayed in the page');
    assert.equal(await jobPage.table('Steps').count(), 0);
    await notifications.act(/Cleared 4 finished jobs/, 'Undo');
    await jobPage.table('Steps').waitFor();
    assert.equal(await reason.textContent(), '');
  });

  it('of a failed sync retries it as a new one', async () => {
    const { service } = stage();
    const workbench = await openSignedIn(stage(), { isFrozen: true });
    await startSync(workbench, stage(), { outcome: 'fail', message: 'The warehouse <b>refused</b> the connection.' });
    await service.advance(60_000);
    await workbench.jobs.rowSaying(/^Customers, failed.*refused/).waitFor();
    await workbench.openLatestJob(NAME);
    await workbench.jobPage.frame.getByText('The warehouse <b>refused</b> the connection.').first().waitFor();
    await service.clearRequests();
    await workbench.jobPage.button('Retry Sync').press('Enter');
    await workbench.jobs.rowSaying(/^Customers, running/).waitFor();
    const starts = (await service.requests()).filter(({ method }) => method === 'POST');
    assert.equal(starts.length, 1);
  });
});

/** A window with four recorded runs, one of which failed. */
async function openWithHistory(stage: Stage): Promise<Workbench> {
  await rememberPastRuns(stage, NAME, PAST_RUNS);
  const workbench = await openSignedIn(stage, { isFrozen: true });
  await workbench.jobs.rowSaying(/^Customers, failed/).waitFor();
  return workbench;
}

async function startSync(
  { connections, jobs }: Workbench,
  { service }: Stage,
  job: Parameters<Stage['service']['nextJob']>[0],
): Promise<void> {
  await service.nextJob(job);
  await connections.act(NAME, 'Start Sync');
  await jobs.rowSaying(/^Customers, running/).waitFor();
}
