import assert from 'node:assert/strict';
import { eventually } from '../../eventually.ts';
import { LocalService } from '../../service/localService.ts';
import type { ConnectionState } from '../../service/controlTypes.ts';
import { ask, entityIdOf, jobStatus, startSync } from './client.ts';

describe('Jobs of the local service', () => {
  let service: LocalService;
  before(async () => (service = await LocalService.start({ validate: true })));
  after(() => service.stop());
  beforeEach(async () => {
    await service.reset();
    await service.freeze(true);
  });
  afterEach(async () => assert.deepEqual(await service.violations(), []));

  async function connection(entityId: string): Promise<ConnectionState> {
    const { data } = (await ask<readonly ConnectionState[]>(service, '/connections')).body;
    const found = data.find((each) => each.entityId === entityId);
    assert.ok(found);
    return found;
  }

  async function start(entityName = 'Accounts'): Promise<{ readonly entityId: string; readonly syncId: string }> {
    const entityId = await entityIdOf(service, entityName);
    return { entityId, syncId: (await startSync(service, entityId)).body.data.syncId };
  }

  it('run Extract and Load with growing counts, and complete after eight seconds', async () => {
    const { syncId } = await start();
    const early = await jobStatus(service, syncId);
    assert.equal(early.status, 'running');
    assert.equal(early.completedAt, null);
    assert.deepEqual(
      early.steps.map(({ count, name }) => [name, count]),
      [['Extract', 0]],
    );
    await service.advance(2_000);
    const extracting = await jobStatus(service, syncId);
    assert.ok((extracting.steps[0]?.count ?? 0) > 0);
    await service.advance(3_000);
    const loading = await jobStatus(service, syncId);
    assert.deepEqual(
      loading.steps.map(({ name, status }) => [name, status]),
      [
        ['Extract', 'completed'],
        ['Load', 'running'],
      ],
    );
    assert.ok((loading.steps[1]?.count ?? 0) > 0);
    await service.advance(3_000);
    const done = await jobStatus(service, syncId);
    assert.equal(done.status, 'completed');
    assert.equal(Date.parse(done.completedAt ?? '') - Date.parse(done.startedAt), 8_000);
    assert.ok(done.steps.every(({ completedAt, message }) => completedAt !== null && message !== ''));
    assert.deepEqual(
      done.steps.map(({ count }) => count),
      [12_080, 12_080],
    );
  });

  it('are reflected by their connection', async () => {
    const { entityId, syncId } = await start('Vendor Ledger Entries');
    const during = await connection(entityId);
    assert.ok(during.isCurrentlySyncing && during.hasError);
    assert.equal(during.lastSyncId, syncId);
    assert.equal(during.lastSyncStatus, 'running');
    await service.advance(8_000);
    const afterwards = await connection(entityId);
    assert.ok(!afterwards.isCurrentlySyncing && !afterwards.hasError);
    assert.equal(afterwards.lastSyncStatus, 'completed');
    assert.equal(afterwards.lastSyncAt, (await jobStatus(service, syncId)).completedAt);
  });

  it('do not progress while time is frozen', async () => {
    const { syncId } = await start();
    const first = await jobStatus(service, syncId);
    assert.deepEqual(await jobStatus(service, syncId), first);
  });

  it('can be completed or failed with a message', async () => {
    const failing = await start();
    await service.advance(4_000);
    await service.setJob(failing.syncId, { outcome: 'fail', message: 'The disk is full.' });
    const failed = await jobStatus(service, failing.syncId);
    assert.equal(failed.status, 'failed');
    assert.equal(failed.message, 'The disk is full.');
    assert.deepEqual(
      failed.steps.map(({ status }) => status),
      ['completed', 'failed'],
    );
    assert.ok((await connection(failing.entityId)).hasError);
    const completing = await start('Cases');
    await service.setJob(completing.syncId, { outcome: 'complete' });
    const completed = await jobStatus(service, completing.syncId);
    assert.equal(completed.status, 'completed');
    assert.deepEqual(
      completed.steps.map(({ count, status }) => [count, status]),
      [
        [20_310, 'completed'],
        [20_310, 'completed'],
      ],
    );
    assert.ok(!(await connection(completing.entityId)).isCurrentlySyncing);
  });

  it('can have any status, and become unknown', async () => {
    const { entityId, syncId } = await start();
    await service.setJob(syncId, { status: 'Pausiert' });
    const paused = await jobStatus(service, syncId);
    assert.equal(paused.status, 'Pausiert');
    assert.equal(paused.completedAt, null);
    assert.equal((await connection(entityId)).lastSyncStatus, 'Pausiert');
    await service.setJob(syncId, { forget: true });
    assert.equal((await ask(service, `/connections/sync/${syncId}/status`)).status, 404);
  });

  it('can be scripted before they start', async () => {
    await service.nextJob({ outcome: 'fail', message: 'No rows today.', durationMs: 1_000 });
    const { syncId } = await start('Cost Center Actuals');
    await service.advance(1_000);
    const { message, status } = await jobStatus(service, syncId);
    assert.deepEqual([status, message], ['failed', 'No rows today.']);
    const next = await start('Cases');
    await service.advance(8_000);
    assert.equal((await jobStatus(service, next.syncId)).status, 'completed');
  });

  it('can be started through the control port', async () => {
    const entityId = await entityIdOf(service, 'Cases');
    const syncId = await service.startElsewhere(entityId, { durationMs: 60_000 });
    assert.equal((await connection(entityId)).lastSyncId, syncId);
    await service.advance(59_999);
    assert.equal((await jobStatus(service, syncId)).status, 'running');
    await service.advance(1);
    assert.equal((await jobStatus(service, syncId)).status, 'completed');
  });

  it('start on their schedule, and the next start is set', async () => {
    const entityId = await entityIdOf(service, 'FX Rates');
    const before = await connection(entityId);
    const dueAt = Date.parse(before.nextScheduledSyncAt ?? '');
    await service.advance(dueAt - (await service.state()).now + 1_000);
    const during = await connection(entityId);
    assert.ok(during.isCurrentlySyncing);
    assert.equal((await jobStatus(service, during.lastSyncId ?? '')).startedAt, before.nextScheduledSyncAt);
    assert.equal(Date.parse(during.nextScheduledSyncAt ?? '') - dueAt, 15 * 60_000);
    await service.advance(3 * 60 * 60_000 + 60_000);
    const later = await connection(entityId);
    assert.ok(!later.isCurrentlySyncing);
    assert.ok(Date.parse(later.nextScheduledSyncAt ?? '') > (await service.state()).now);
    assert.ok(Date.parse(later.lastSyncAt ?? '') > dueAt + 2 * 60 * 60_000);
  });

  it('are not started by the schedule while one runs, or if the connection is inactive', async () => {
    const { now } = await service.state();
    await service.putConnection(
      { entityId: 'busy', everyMs: 60_000, nextScheduledSyncAt: now + 60_000 },
      { entityId: 'idle', everyMs: 60_000, nextScheduledSyncAt: now + 60_000, isActive: false },
    );
    const syncId = await service.startElsewhere('busy', { durationMs: 150_000 });
    await service.advance(140_000);
    const busy = await connection('busy');
    assert.equal(busy.lastSyncId, syncId);
    assert.equal(Date.parse(busy.nextScheduledSyncAt ?? ''), now + 180_000);
    assert.ok(!('lastSyncId' in (await connection('idle'))));
  });

  it('run faster with a higher time rate', async () => {
    await service.freeze(false);
    const { syncId } = await start();
    await service.setTimeRate(100_000);
    const ended = await eventually(async () => {
      const { status } = await jobStatus(service, syncId);
      return status !== 'running' && status;
    }, 'The job ended');
    assert.equal(ended, 'completed');
  });

  it('belong to connections that can be added and removed', async () => {
    await service.putConnection({ entityId: 'new', entityName: 'New', rows: 5, durationMs: 1_000 });
    const { body } = await startSync(service, 'new');
    await service.advance(1_000);
    assert.deepEqual(
      (await jobStatus(service, body.data.syncId)).steps.map(({ count }) => count),
      [5, 5],
    );
    await service.removeConnection('new');
    assert.equal((await startSync(service, 'new')).status, 404);
  });
});
