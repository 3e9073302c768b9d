import assert from 'node:assert/strict';
import { LastJobs } from '../../../../src/app/tracking/lastJobs.ts';
import { JobCollection } from '../../../../src/jobs/history/jobCollection.ts';
import type { Job } from '../../../../src/model/job.ts';
import { completedStatus, runningStatus, sampleJob } from '../../jobs/sampleJobs.ts';
import { sampleConnection } from '../../model/sampleConnection.ts';

describe('The last job of a connection', () => {
  const connection = sampleConnection({ entityId: 'entity-1', lastSyncId: 'sync-1', isCurrentlySyncing: false });

  function lastJobs(lookedUp: Job, asked: string[] = []): LastJobs {
    return new LastJobs({
      jobs: new JobCollection(),
      findLookedUp: () => lookedUp,
      lookUp: (syncId) => (asked.push(syncId), Promise.resolve(undefined)),
    });
  }

  it('is looked up once it has ended', () => {
    const asked: string[] = [];
    const ended = sampleJob({ syncId: 'sync-1', status: completedStatus() });
    const jobs = lastJobs(ended, asked);
    assert.equal(jobs.find(connection), ended);
    assert.deepEqual([jobs.lookUp(connection), asked], [undefined, []]);
  });

  it('is looked up again if it was running then', async () => {
    const asked: string[] = [];
    const jobs = lastJobs(sampleJob({ syncId: 'sync-1', status: runningStatus() }), asked);
    assert.equal(jobs.find(connection), undefined);
    await jobs.lookUp(connection);
    assert.deepEqual(asked, ['sync-1']);
  });

  it('reads the known jobs once for all connections, as each reading asks the database', () => {
    let readings = 0;
    const jobs = new LastJobs({
      get jobs() {
        readings += 1;
        return new JobCollection();
      },
      findLookedUp: () => undefined,
      lookUp: () => Promise.resolve(undefined),
    });
    const read = jobs.jobsReader(() => connection);
    for (const entityId of ['entity-1', 'entity-2', 'entity-3']) {
      assert.deepEqual(read(entityId), []);
    }
    assert.equal(readings, 1);
  });
  it('is not looked up while a sync runs, or if there was none', () => {
    const asked: string[] = [];
    const jobs = lastJobs(sampleJob({ syncId: 'sync-1', status: completedStatus() }), asked);
    for (const one of [
      { ...connection, isCurrentlySyncing: true },
      { ...connection, lastSyncId: undefined },
    ]) {
      assert.deepEqual([jobs.find(one), jobs.lookUp(one)], [undefined, undefined]);
    }
    assert.deepEqual(asked, []);
  });

  it('is the one that is followed rather than one that was looked up', () => {
    const ended = sampleJob({ syncId: 'sync-1', status: completedStatus() });
    const jobs = new LastJobs({
      jobs: new JobCollection([ended]),
      findLookedUp: (syncId) => sampleJob({ syncId, status: completedStatus({ message: 'looked up' }) }),
      lookUp: () => assert.fail('looked up'),
    });
    assert.deepEqual([jobs.find(connection), jobs.lookUp(connection)], [ended, undefined]);
    assert.deepEqual(jobs.all('entity-1', 'sync-1'), [ended], 'and not both');
    assert.deepEqual([jobs.isTracked(ended), jobs.isTracked(sampleJob({ syncId: 'other' }))], [true, false]);
  });

  it('is shown after the running ones and before those that ended, of which the latest five are shown', () => {
    const followed = [
      sampleJob({ syncId: 'running', status: runningStatus() }),
      ...[...Array(6).keys()].map((index) =>
        sampleJob({ syncId: `ended-${index}`, status: completedStatus({ completedAt: 5000 - index }) }),
      ),
    ];
    const jobs = new LastJobs({
      jobs: new JobCollection(followed),
      findLookedUp: (syncId) => (syncId === 'sync-1' ? sampleJob({ syncId, status: completedStatus() }) : undefined),
      lookUp: () => Promise.resolve(undefined),
    });
    const idsOf = (found: readonly Job[]): readonly string[] => found.map(({ syncId }) => syncId);
    const ended = followed.slice(1).map(({ syncId }) => syncId);
    assert.deepEqual(idsOf(jobs.all('entity-1', 'sync-1')), ['running', 'sync-1', ...ended]);
    assert.deepEqual(idsOf(jobs.all('entity-1', 'unknown')), ['running', ...ended]);
    assert.deepEqual(idsOf(jobs.all('entity-1', undefined)), ['running', ...ended]);
    assert.deepEqual(idsOf(jobs.jobsReader(() => connection)('entity-1')), ['running', 'sync-1', ...ended.slice(0, 3)]);
    assert.deepEqual(idsOf(jobs.jobsReader(() => undefined)('entity-1')), ['running', ...ended.slice(0, 4)]);
  });
});
