import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { LocalService } from '../service/localService.ts';
import { connectService, extensionApi, signInAfresh } from './extensionUnderTest.ts';

type ConnectionState = Awaited<ReturnType<LocalService['state']>>['connections'][number];

const LONG_MS = 3_600_000;
/** Longer than the wait between two questions about a young job, even in a window that nobody looks at. */
const SILENCE_MS = 4000;

describe('Jobs', function () {
  this.timeout(60_000);

  let service: LocalService;
  let connections: readonly ConnectionState[];

  before(() => {
    service = connectService();
  });

  beforeEach(async () => {
    await service.reset();
    await service.freeze(true);
    await signInAfresh(service);
    await run('refresh');
    ({ connections } = await service.state());
    await service.clearRequests();
  });

  after(() => service.reset());

  async function signIn(): Promise<void> {
    const api = await extensionApi();
    await api.signIn({ baseUrl: service.baseUrl, method: 'apiKey', secret: service.apiKey });
  }

  function run(command: string, ...args: unknown[]): Thenable<unknown> {
    return vscode.commands.executeCommand(`dataConnections.${command}`, ...args);
  }

  function idle(index: number): ConnectionState {
    const connection = connections.filter(({ isActive, isCurrentlySyncing }) => isActive && !isCurrentlySyncing)[index];
    assert.ok(connection);
    return connection;
  }

  async function startSync(index = 0): Promise<string> {
    const { entityId } = idle(index);
    await service.nextJob({ durationMs: LONG_MS });
    const job = (await run('startSync', { entityId })) as { readonly syncId: string };
    return job.syncId;
  }

  /** How often a job was asked about or, without an id, any job, those of earlier tests included. */
  async function questionsAbout(syncId = ''): Promise<number> {
    return (await service.requests()).filter(({ path }) => path.endsWith(`${syncId}/status`)).length;
  }

  /** Waits until the job, or any, has been asked about so many more times. */
  async function untilAsked(syncId?: string, times = 1): Promise<void> {
    const wanted = (await questionsAbout(syncId)) + times;
    while ((await questionsAbout(syncId)) < wanted) {
      await pause(100);
    }
  }

  async function assertSilence(syncId?: string): Promise<void> {
    const before = await questionsAbout(syncId);
    await pause(SILENCE_MS);
    assert.equal(await questionsAbout(syncId), before);
  }

  it('are asked about while they run, and no more once they have ended', async () => {
    const syncId = await startSync();
    await untilAsked(syncId, 2);
    await service.advance(LONG_MS);
    await untilAsked(syncId);
    await assertSilence(syncId);
  });

  it('are followed side by side', async () => {
    const syncIds = [await startSync(0), await startSync(1), await startSync(2)];
    await Promise.all(syncIds.map((syncId) => untilAsked(syncId, 2)));
  });

  it('are followed on while the service has a word for their state that nobody knows', async () => {
    await service.nextJob({ durationMs: LONG_MS, status: 'Re-balancing' });
    const { syncId } = (await run('startSync', { entityId: idle(0).entityId })) as { readonly syncId: string };
    await untilAsked(syncId, 2);
    await service.advance(LONG_MS);
    await untilAsked(syncId);
    await assertSilence(syncId);
  });

  it('that run without having been started here are followed too', async () => {
    const syncId = await service.startElsewhere(idle(0).entityId, { durationMs: LONG_MS });
    await run('refresh');
    await untilAsked(syncId);
    await service.setJob(syncId, { outcome: 'complete' });
    await run('refresh');
    await untilAsked(syncId);
    await assertSilence(syncId);
  });

  it('are found again after the connection broke', async () => {
    const syncId = await startSync();
    await untilAsked(syncId);
    await service.addFault({ path: '/connections/sync/', times: 2, action: { kind: 'cut' } });
    await untilAsked(syncId, 3);
  });

  it('are left alone once the key is refused, and followed on after signing in again', async () => {
    const [first, second] = [await startSync(0), await startSync(1)];
    await Promise.all([untilAsked(first), untilAsked(second)]);
    await service.setKey('another-key');
    await untilAsked();
    // Questions that were under way when the first was refused.
    await pause(500);
    await assertSilence();
    await signIn();
    await Promise.all([untilAsked(first), untilAsked(second)]);
  });

  it('are left alone as long as the service asked for patience, whichever of them it told', async () => {
    const [first, second] = [await startSync(0), await startSync(1)];
    await Promise.all([untilAsked(first), untilAsked(second)]);
    await service.addFault({ path: '/connections/sync/', times: 1, action: { kind: 'rateLimit', retryAfterS: 3600 } });
    await untilAsked();
    await pause(500);
    await assertSilence();
  });

  it('are left alone, too, where the service asked for patience when a sync was to be started', async () => {
    const syncId = await startSync(0);
    await untilAsked(syncId);
    await service.addFault({ path: 'sync$', times: 1, action: { kind: 'rateLimit', retryAfterS: 3600 } });
    assert.equal(await run('startSync', { entityId: idle(1).entityId }), undefined);
    await pause(500);
    await assertSilence();
  });

  it('can be shown while they run', async () => {
    await startSync();
    const shown = run('showJobs');
    await pause(200);
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    assert.equal(await shown, undefined);
  });
});
