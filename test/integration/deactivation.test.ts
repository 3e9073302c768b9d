import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as vscode from 'vscode';
import { eventually } from '../eventually.ts';
import type { LocalService } from '../service/localService.ts';
import { connectService, extensionApi, signInAfresh } from './extensionUnderTest.ts';

describe('Deactivation', function () {
  this.timeout(60_000);

  let service: LocalService;

  before(async () => {
    service = connectService();
    await service.reset();
    await signInAfresh(service);
  });

  after(() => service.reset());

  it('releases the lease while a request is in flight, so that the next window polls the job at once', async () => {
    const extension = await extensionApi();
    const database = new DatabaseSync(join(extension.storagePath, 'jobs.db'), { readOnly: true });
    // Accounts of earlier tests have a row, too, but no window uses them.
    const leases = () => database.prepare('SELECT holder FROM poll_lease WHERE holder IS NOT NULL').all();
    const connection = (await service.state()).connections.find((one) => one.isActive && !one.isCurrentlySyncing);
    assert.ok(connection);
    await service.nextJob({ durationMs: 3_600_000 });
    await service.addFault({ path: '/connections/sync/', action: { kind: 'hang' } });
    const { entityId } = connection;
    const { syncId } = await vscode.commands.executeCommand<{ syncId: string }>('dataConnections.startSync', {
      entityId,
    });
    const isPolled = async (): Promise<boolean> =>
      (await service.requests()).some(({ path }) => path.endsWith(`${syncId}/status`));
    await eventually(isPolled, 'The job is polled');
    assert.equal(leases().length, 1, 'this window holds the lease');
    extension.deactivate();
    assert.deepEqual(leases(), []);
    database.close();
  });
});
