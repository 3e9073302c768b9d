import assert from 'node:assert/strict';
import { eventually } from '../../eventually.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { latestSync, statusRequestTimes, waitForStatusRequests } from '../statusRequests.ts';
import { startLongSync } from '../startLongSync.ts';
import { useStage } from '../useStage.ts';

describe('The Jobs view', () => {
  const stage = useStage();

  it('stops watching a running job permanently, even though its connection is still syncing', async () => {
    const { service } = stage();
    const workbench = await openSignedIn(stage(), { isFrozen: true });
    const { connections, jobs } = workbench;
    await startLongSync(stage(), workbench, 'Opportunities');
    const left = await latestSync(service);
    await waitForStatusRequests(service, left, 2);
    await jobs.choose(jobs.rowSaying(/^Opportunities, running/), 'Stop Watching');
    await jobs.row('Opportunities').waitFor({ state: 'detached' });
    await connections.rowSaying(/^Opportunities, .*Syncing/).waitFor();
    // A request in flight at that time has got its response before the next list.
    await workbench.runCommand('Data Connections: Refresh');
    await connections.rowSaying(/^Opportunities, .*Syncing/).waitFor();
    const asked = (await statusRequestTimes(service, left)).length;

    await startLongSync(stage(), workbench, 'Cost Center Actuals');
    await waitForStatusRequests(service, await latestSync(service), 4);
    await workbench.runCommand('Data Connections: Refresh');
    assert.equal((await statusRequestTimes(service, left)).length, asked);
    assert.equal(await jobs.row('Opportunities').count(), 0);
  });

  it('keeps the tooltip of a running job open while the seconds of other jobs are counted', async () => {
    const workbench = await openSignedIn(stage(), { isFrozen: true });
    const { jobs } = workbench;
    await startLongSync(stage(), workbench, 'Accounts');
    await startLongSync(stage(), workbench, 'Customers');
    const tooltip = await (await jobs.awaitTooltip('Accounts', /Entity ID/)).elementHandle();
    const other = jobs.row('Customers');
    // Twice, so that the row itself would have been drawn in between.
    for (let count = 0; count < 2; count += 1) {
      const before = await other.innerText();
      await eventually(async () => (await other.innerText()) !== before, 'The row of the other job was drawn again');
    }
    // A tooltip that was closed and opened again is another element.
    assert.ok(await tooltip.isVisible());
  });
});
