import assert from 'node:assert/strict';
import { nextDelayMs } from '../../../src/jobs/polling/schedule.ts';
import { signIn } from '../pages/signIn.ts';
import { latestSync, statusRequestTimes, waitForStatusRequests } from '../statusRequests.ts';
import { useStage } from '../useStage.ts';

const QUESTIONS = 12;
/** The delay of every response, so that a second window could poll before the first has its response. */
const RESPONSE_MS = 700;
/** The additional requests that several windows may send. */
const MAX_RATIO = 1.1;

describe('Two windows of one account', () => {
  const stage = useStage();

  it('poll a running job once, and the remaining one announces its outcome once', async () => {
    const { service } = stage();
    const first = await stage().openWindow();
    await signIn(first, service);
    const second = await stage().openWindowBeside(first);
    await second.showViews();
    await service.addFault({ path: 'status$', action: { kind: 'delay', ms: RESPONSE_MS } });
    await service.nextJob({ durationMs: 3_600_000 });
    await first.connections.act('Customers', 'Start Sync');
    await first.jobs.rowSaying(/^Customers, running.*Extract/).waitFor();
    await second.jobs.rowSaying(/^Customers, running.*Extract/).waitFor();
    const syncId = await latestSync(service);
    await waitForStatusRequests(service, syncId, QUESTIONS);

    const times = await statusRequestTimes(service, syncId);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at));
    assert.ok(
      gaps.every((gapMs) => gapMs >= RESPONSE_MS),
      `one question in flight at a time: ${gaps.join(', ')}`,
    );
    const most = questionsOfOneWindow(syncId, times) * MAX_RATIO;
    assert.ok(times.length <= most, `${times.length} questions, at most ${most}: ${gaps.join(', ')}`);

    await first.page.close();
    await service.clearFaults();
    await service.setJob(syncId, { outcome: 'complete' });
    await second.jobs.rowSaying(/^Customers, completed/).waitFor();
    await second.notifications.awaitMessage(/Sync of “Customers” completed/);
    assert.equal(await second.notifications.count(/Sync of “Customers” completed/), 1);
  });

  it('do not wait for one whose page has crashed, although its extension host runs on', async () => {
    const { service } = stage();
    const first = await stage().openWindow();
    await signIn(first, service);
    await service.nextJob({ durationMs: 3_600_000 });
    await first.connections.act('Customers', 'Start Sync');
    await first.jobs.rowSaying(/^Customers, running.*Extract/).waitFor();
    const second = await stage().openWindowBeside(first);
    await second.showViews();
    await second.jobs.rowSaying(/^Customers, running/).waitFor();

    const syncId = await latestSync(service);
    const { page } = first;
    const devTools = await page.context().newCDPSession(page);
    const crash = page.waitForEvent('crash');
    // A page that crashes does not respond.
    void devTools.send('Page.crash').catch(() => undefined);
    await crash;
    await service.setJob(syncId, { outcome: 'complete' });
    await second.jobs.rowSaying(/^Customers, completed/).waitFor();
    await second.notifications.awaitMessage(/Sync of “Customers” completed/);
    await page.close();
  });
});

/**
 * The number of polls that one window would send up to the last of `times`, which the service recorded: a slow machine polls
 * less often, never more.
 */
function questionsOfOneWindow(syncId: string, times: readonly number[]): number {
  const [begun = 0] = times;
  const lastAgeMs = (times.at(-1) ?? begun) - begun;
  let asked = 1;
  for (let ageMs = 0; ; asked += 1) {
    // The first poll was scheduled as well, when the job was that much younger.
    ageMs += RESPONSE_MS + nextDelayMs({ id: syncId, ageMs, attempt: asked, failuresInARow: 0, isFocused: true });
    if (ageMs > lastAgeMs) {
      return asked;
    }
  }
}
