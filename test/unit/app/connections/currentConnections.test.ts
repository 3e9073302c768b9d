import assert from 'node:assert/strict';
import FakeTimers from '@sinonjs/fake-timers';
import { ConnectionFeed } from '../../../../src/app/connections/connectionFeed.ts';
import type { ConnectionsResponse } from '../../../../src/app/connections/feedState.ts';
import { CurrentConnections } from '../../../../src/app/connections/currentConnections.ts';
import type { CurrentChange } from '../../../../src/app/connections/currentConnections.ts';
import { Emitter } from '../../../../src/base/event.ts';
import type { Connection } from '../../../../src/model/connection.ts';
import type { Job } from '../../../../src/model/job.ts';
import { eventually } from '../../../eventually.ts';
import { completedStatus, sampleJob } from '../../jobs/sampleJobs.ts';
import { sampleConnection } from '../../model/sampleConnection.ts';

describe('The current connections', () => {
  let waiting: ((response: ConnectionsResponse) => void)[];
  let feed: ConnectionFeed;
  let jobs: Job[];
  let asked: string[];
  let jobChanges: Emitter<{ readonly entityIds: ReadonlySet<string> | 'all' }>;
  let current: CurrentConnections;
  let changes: CurrentChange[];

  beforeEach(() => {
    waiting = [];
    jobs = [];
    asked = [];
    changes = [];
    jobChanges = new Emitter();
    feed = new ConnectionFeed({
      list: () => new Promise((resolve) => waiting.push(resolve)),
      intervalMs: () => 0,
      pauseLeftMs: () => 0,
    });
    current = new CurrentConnections({
      feed,
      jobs: {
        onDidChange: jobChanges.event,
        jobsForListAt: () => (entityId) => {
          asked.push(entityId);
          return jobs.filter((job) => job.entityId === entityId);
        },
      },
    });
    current.onDidChange((change) => changes.push(change));
  });

  afterEach(() => {
    current.dispose();
    feed.dispose();
  });

  async function list(...connections: readonly Connection[]): Promise<void> {
    const refreshed = feed.refresh();
    respond(...connections);
    await refreshed;
  }

  function respond(...connections: readonly Connection[]): void {
    waiting.shift()?.({ kind: 'connections', connections, droppedRows: 0, omittedRows: 0, byteLength: 0 });
  }

  function changeJobs(...changed: readonly Job[]): void {
    jobs = [...jobs.filter(({ syncId }) => changed.every((job) => job.syncId !== syncId)), ...changed];
    jobChanges.fire({ entityIds: new Set(changed.map(({ entityId }) => entityId)) });
  }

  function rows(...entityIds: readonly string[]): CurrentChange {
    return { kind: 'rows', entityIds: new Set(entityIds) };
  }

  const [a, b] = ['a', 'b'].map((entityId) => sampleConnection({ entityId, lastSyncId: 's' })) as [
    Connection,
    Connection,
  ];

  it('tell of a new list, of changed rows, and nothing of an answer that changes nothing', async () => {
    await list(b, a);
    assert.deepEqual(current.getAll(), [a, b]);
    await list(a, b);
    await list(a, { ...b, hasError: true });
    assert.deepEqual([current.count, current.attentionCount], [2, 1]);
    await list(a, { ...b, entityName: 'Another' });
    assert.deepEqual(changes, [{ kind: 'list' }, rows('b'), { kind: 'list' }]);
    assert.equal(current.attentionCount, 0);
    await list(a);
    assert.deepEqual(current.getAll(), [a]);
    feed.reset();
    assert.deepEqual([current.getAll(), current.count, changes.length], [[], 0, 5]);
  });

  it('tell if there are none for another reason: none are listed, or the list can’t be loaded', async () => {
    await list();
    assert.deepEqual(changes, [{ kind: 'list' }]);
    await list();
    assert.equal(changes.length, 1);
    feed.reset();
    assert.equal(changes.length, 2);
    const refreshed = feed.refresh();
    waiting.shift()?.({ kind: 'failure', failure: { kind: 'signedOut' } });
    await refreshed;
    assert.equal(changes.length, 3);
    await list(a);
    assert.deepEqual([changes.length, current.count], [4, 1]);
  });

  it('show a sync that is started while an answer is decoded, because that answer is older', async () => {
    await list(a, b);
    const refreshed = feed.refresh();
    const started = sampleJob({ entityId: 'a', syncId: 'new' });
    changeJobs(started);
    assert.equal(current.find('a')?.isCurrentlySyncing, true);
    respond(a, { ...b, hasError: true });
    await refreshed;
    assert.deepEqual([current.find('a')?.isCurrentlySyncing, current.find('a')?.lastSyncId], [true, 'new']);
    assert.deepEqual(changes, [{ kind: 'list' }, rows('a'), rows('b')]);
  });

  it('show the end of a sync until an answer that was requested later', async () => {
    const syncing = { ...a, isCurrentlySyncing: true, lastSyncId: 'new' };
    await list(syncing);
    const refreshed = feed.refresh();
    const ended = {
      ...sampleJob({ entityId: 'a', syncId: 'new' }),
      status: completedStatus(),
      receivedAt: Date.now() + 5,
    };
    changeJobs(ended);
    respond(syncing);
    await refreshed;
    assert.equal(current.find('a')?.isCurrentlySyncing, false, 'the response is older than the end');
    await eventually(() => Date.now() > ended.receivedAt, 'The clock shows a later time');
    await list(syncing);
    assert.equal(current.find('a')?.isCurrentlySyncing, true, 'the response is newer');
    assert.deepEqual(changes.at(-1), rows('a'));
  });

  it('forget all of an account that is left while its answer is decoded', async () => {
    await list(a);
    changeJobs(sampleJob({ entityId: 'a', syncId: 'new' }));
    const refreshed = feed.refresh();
    feed.reset();
    jobs = [];
    jobChanges.fire({ entityIds: 'all' });
    respond(a, b);
    assert.deepEqual(await refreshed, { kind: 'cancelled' });
    assert.deepEqual([current.getAll(), current.count], [[], 0]);
  });

  it('are late from the first list on that is five minutes older than their schedule, and no longer once they have another', async () => {
    const minute = 60_000;
    const soon = { ...a, nextScheduledSyncAt: Date.now() - 4.9 * minute };
    const late = { ...b, nextScheduledSyncAt: Date.now() - 6 * minute };
    await list(soon, late);
    assert.deepEqual(
      [current.find('a')?.isLate, current.find('b')?.isLate, current.attentionCount],
      [undefined, true, 1],
    );
    const clock = FakeTimers.install({ now: Date.now() + minute, toFake: ['Date'] });
    try {
      changes = [];
      assert.equal(current.find('a')?.isLate, undefined, 'nothing is known without a newer list');
      await list(soon, late);
      assert.deepEqual([changes, current.attentionCount], [[rows('a')], 2], 'although the list is the same');
      await list({ ...soon, isCurrentlySyncing: true }, late);
      assert.deepEqual(
        [current.find('a')?.isLate, current.attentionCount],
        [true, 1],
        'it keeps its position while it syncs',
      );
      await list({ ...soon, nextScheduledSyncAt: Date.now() + minute }, { ...late, isActive: false });
      assert.deepEqual(
        [current.find('a')?.isLate, current.find('b')?.isLate, current.attentionCount],
        [undefined, undefined, 0],
      );
    } finally {
      clock.uninstall();
    }
  });

  it('have failed twice once their last two runs have', async () => {
    await list({ ...a, lastSyncAt: undefined, lastSyncId: undefined }, b);
    const failed = (syncId: string, completedAt: number): Job =>
      sampleJob({
        entityId: 'a',
        syncId,
        kind: 'upload',
        status: completedStatus({ syncId, status: 'failed', completedAt }),
      });
    changeJobs(failed('first', 1000));
    assert.deepEqual([current.find('a')?.hasFailedTwice, current.attentionCount], [undefined, 0]);
    changeJobs(failed('second', 2000));
    assert.deepEqual([current.find('a')?.hasFailedTwice, current.attentionCount], [true, 1]);
  });

  for (const count of [100, 10_000]) {
    it(`read the jobs of those alone that become late with an answer, of ${count}`, async () => {
      const all = Array.from({ length: count }, (_, at) =>
        sampleConnection({ entityId: `id-${at}`, nextScheduledSyncAt: Date.now() + at * 60_000 }),
      );
      await list(...all);
      [asked, changes] = [[], []];
      const clock = FakeTimers.install({ now: Date.now() + 6.5 * 60_000, toFake: ['Date'] });
      try {
        await list(...all);
        assert.deepEqual([asked.toSorted(), changes], [['id-0', 'id-1'], [rows('id-0', 'id-1')]]);
        [asked, changes] = [[], []];
        await list(...all);
        assert.deepEqual([asked, changes], [[], []]);
      } finally {
        clock.uninstall();
      }
    });

    it(`read the jobs of one connection for one status, and none for the same answer again, of ${count}`, async () => {
      const all = Array.from({ length: count }, (_, at) => sampleConnection({ entityId: `id-${at}` }));
      await list(...all);
      [asked, changes] = [[], []];
      changeJobs(sampleJob({ entityId: 'id-7', syncId: 'new' }));
      assert.deepEqual([asked, changes], [['id-7'], [rows('id-7')]]);
      [asked, changes] = [[], []];
      await list(...all.map((connection) => ({ ...connection })));
      assert.deepEqual([asked, changes], [['id-7'], []], 'only what a job may show otherwise');
    });
  }
});
