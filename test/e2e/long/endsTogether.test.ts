import assert from 'node:assert/strict';
import { openSignedIn } from '../openSignedIn.ts';
import { useStage } from '../useStage.ts';

/** Short, so that no scheduled sync starts meanwhile. */
const SYNC_MS = 60_000;
/** Enough for tracking through the list of connections. */
const OTHERS = ['Accounts', 'Cases', 'Chart of Accounts', 'Fixed Assets', 'Opportunities', 'Sales Invoices NL'];

describe('Syncs that end together', () => {
  const stage = useStage();

  it('show no step from before their end, and their counts once they are available', async () => {
    const { service } = stage();
    await service.freeze(true);
    const workbench = await openSignedIn(stage());
    const { connections, jobs, jobPage, notifications } = workbench;
    const known = (await service.state()).connections;
    for (const name of OTHERS) {
      const entityId = known.find(({ entityName }) => entityName === name)?.entityId ?? '';
      await service.startElsewhere(entityId, { durationMs: SYNC_MS });
    }
    await service.nextJob({ durationMs: SYNC_MS });
    await connections.act('Customers', 'Start Sync');
    await jobs.rowSaying(/^Customers, running/).waitFor();
    await service.advance(0.8 * SYNC_MS);
    await workbench.runCommand('Data Connections: Refresh');
    for (const name of ['Customers', ...OTHERS]) {
      await jobs.rowSaying(new RegExp(`^${name}, .*Load`)).waitFor();
    }

    const fault = await service.addFault({ path: 'status$', action: { kind: 'response', status: 503 } });
    await service.advance(SYNC_MS);
    // Else the list is requested again after some seconds.
    await workbench.runCommand('Data Connections: Refresh');
    await jobs.rowSaying(/^Customers, completed, .*loading details/).waitFor();
    const told = await (await notifications.awaitMessage(/Sync of “Customers” completed/)).innerText();
    assert.doesNotMatch(told, /Load|Extract/);
    assert.equal(await jobs.rowSaying(/not finished/).count(), 0);
    await workbench.runCommand('Data Connections: Open Job');
    await workbench.quickInput.choose(/Select a job/, 'Customers');
    await jobPage.frame.getByText('Found in the list of connections. Loading details…').waitFor();
    await jobPage.frame.getByText('Loading steps…').waitFor();

    await service.removeFault(fault);
    // A response ends the pause that the errors led to, which may last a minute.
    await workbench.runCommand('Data Connections: Refresh');
    await jobs.rowSaying(/^Customers, completed, .*Extract [\d,]+, Load [\d,]+/).waitFor();
    await jobPage.table('Steps').getByRole('rowheader', { name: 'Load' }).waitFor();
    for (const name of OTHERS) {
      await jobs.rowSaying(new RegExp(`^${name}, .*Load`)).waitFor();
    }
  });
});
