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

  it('releases the claim on a request in flight, so that the next window polls the job at once', async () => {
    const extension = await extensionApi();
    const database = new DatabaseSync(join(extension.storagePath, 'jobs.db'), { readOnly: true });
    const claimedUntil = (syncId: string): unknown =>
      database.prepare('SELECT asking_until FROM job WHERE sync_id = ?').get(syncId)?.['asking_until'];
    const connection = (await service.state()).connections.find((one) => one.isActive && !one.isCurrentlySyncing);
    assert.ok(connection);
    await service.nextJob({ durationMs: 3_600_000 });
    await service.addFault({ path: '/connections/sync/', action: { kind: 'hang' } });
    const { entityId } = connection;
    const { syncId } = await vscode.commands.executeCommand<{ syncId: string }>('dataConnections.startSync', {
      entityId,
    });
    await eventually(() => typeof claimedUntil(syncId) === 'number', 'The job is claimed by this window');
    extension.deactivate();
    assert.equal(claimedUntil(syncId), null);
    database.close();
  });
});
