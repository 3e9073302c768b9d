import assert from 'node:assert/strict';
import { signIn } from '../pages/signIn.ts';
import { latestSync, statusRequestTimes } from '../statusRequests.ts';
import { useStage } from '../useStage.ts';

describe('A window that is reloaded while a sync runs', () => {
  const stage = useStage();

  it('is still signed in, tracks the same job, and announces its outcome once', async () => {
    const { service } = stage();
    await service.freeze(true);
    const workbench = await stage().openWindow();
    const { connections, jobs, notifications, statusBar } = workbench;
    await signIn(workbench, service);
    await service.nextJob({ durationMs: 60_000 });
    await connections.act('Customers', 'Start Sync');
    await jobs.rowSaying(/^Customers, running.*Extract/).waitFor();
    const syncId = await latestSync(service);

    await service.clearRequests();
    await workbench.reload();
    await jobs.rowSaying(/^Customers, running.*Extract/).waitFor();
    await connections.rowSaying(/^Customers, .*Syncing/).waitFor();
    await service.advance(40_000);
    await jobs.rowSaying(/^Customers, running.*Load/).waitFor();
    await statusBar.item.filter({ hasText: /Customers: Load/ }).waitFor();

    await service.advance(40_000);
    await jobs.rowSaying(/^Customers, completed/).waitFor();
    await connections.rowSaying(/^Customers, .*Succeeded/).waitFor();
    await notifications.awaitMessage(/Sync of “Customers” completed/);
    assert.equal(await notifications.count(/Sync of “Customers” completed/), 1);
    assert.equal(await jobs.rowSaying(/^Customers, /).count(), 1, 'the job is there once');

    const requests = await service.requests();
    assert.deepEqual(
      requests.filter(({ method }) => method === 'POST'),
      [],
      'nothing was started again',
    );
    assert.equal((await statusRequestTimes(service)).length, (await statusRequestTimes(service, syncId)).length);
  });
});
