import assert from 'node:assert/strict';
import { signIn } from '../pages/signIn.ts';
import { useStage } from '../useStage.ts';

describe('A sync that was started elsewhere', () => {
  const stage = useStage();

  it('is listed as such, tracked to its end, and never announced', async () => {
    const { service } = stage();
    await service.freeze(true);
    const workbench = await stage().openWindow();
    const { connections, jobs, notifications, statusBar } = workbench;
    await signIn(workbench, service);
    const customers = (await service.state()).connections.find(({ entityName }) => entityName === 'Customers');
    assert.ok(customers);
    await service.startElsewhere(customers.entityId, { durationMs: 60_000, outcome: 'fail', message: 'Closed.' });
    await workbench.runCommand('Data Connections: Refresh');

    await connections.rowSaying(/^Customers, .*Syncing/).waitFor();
    await jobs.rowSaying(/^Customers, running, Extract.*, started elsewhere/).waitFor();
    await statusBar.item.filter({ hasText: /Customers: Extract/ }).waitFor();
    await service.advance(90_000);
    await jobs.rowSaying(/^Customers, failed, .*Closed\..*, started elsewhere/).waitFor();
    await connections.rowSaying(/^Customers, .*Failed/).waitFor();

    // A sync of this window that ends later: by then, the other one would have been announced too.
    await service.nextJob({ durationMs: 20_000 });
    await connections.act('Cases', 'Start Sync');
    await jobs.rowSaying(/^Cases, running/).waitFor();
    await service.advance(30_000);
    await notifications.awaitMessage(/Sync of “Cases” completed/);
    assert.equal(await notifications.count(/Customers failed/), 0);
    const { settings } = await service.state();
    await statusBar.item.filter({ hasText: settings.workspaceName }).waitFor();
  });
});
