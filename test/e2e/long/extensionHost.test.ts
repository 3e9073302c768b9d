import assert from 'node:assert/strict';
import { extensionHosts } from '../extensionHosts.ts';
import { signIn } from '../pages/signIn.ts';
import { latestSync, statusRequestTimes, waitForStatusRequests } from '../statusRequests.ts';
import { useStage } from '../useStage.ts';

describe('An extension host that is killed while a sync runs', () => {
  // In a window of its own: in the common one, an earlier test may have announced a sync of the same connection.
  const stage = useStage({});

  it('loses nothing: once VS Code has restarted it, the job is tracked to its end, which is announced once', async () => {
    const { server, service } = stage();
    await service.freeze(true);
    const workbench = await stage().openWindow();
    const { connections, jobs, notifications } = workbench;
    await signIn(workbench, service);
    await service.nextJob({ durationMs: 60_000 });
    await connections.act('Customers', 'Start Sync');
    await jobs.rowSaying(/^Customers, running.*Extract/).waitFor();
    const syncId = await latestSync(service);
    await waitForStatusRequests(service, syncId, 2);

    const hosts = await extensionHosts(server);
    assert.equal(hosts.length, 1, 'one window has one host');
    hosts.forEach((pid) => process.kill(pid, 'SIGKILL'));
    const [before] = hosts;
    await service.clearRequests();
    await waitForStatusRequests(service, syncId, 2);
    const [after] = await extensionHosts(server);
    assert.ok(after !== undefined && after !== before, 'VS Code has started another host');

    await service.advance(80_000);
    await jobs.rowSaying(/^Customers, completed/).waitFor();
    await connections.rowSaying(/^Customers, .*Succeeded/).waitFor();
    await notifications.awaitMessage(/Sync of “Customers” completed/);
    assert.equal(await notifications.count(/Sync of “Customers” completed/), 1);
    const starts = (await service.requests()).filter(({ method }) => method === 'POST');
    assert.deepEqual(starts, [], 'nothing was started again');
    assert.equal((await statusRequestTimes(service)).length, (await statusRequestTimes(service, syncId)).length);
  });
});
