import assert from 'node:assert/strict';
import { jobsProbablyOver, jobsToAdopt } from '../../../src/jobs/adoption.ts';
import type { Connection } from '../../../src/model/connection.ts';
import { isRunning } from '../../../src/model/job.ts';
import { ACCOUNT_ID, sampleJob } from './sampleJobs.ts';

function connection(changes: Partial<Connection> = {}): Connection {
  return {
    entityId: 'entity-1',
    entityName: 'Orders',
    hasError: false,
    isActive: true,
    isCurrentlySyncing: true,
    lastSyncId: 'sync-1',
    lastSyncStatus: 'running',
    lastSyncAt: undefined,
    nextScheduledSyncAt: undefined,
    sourceSystem: 'ERP',
    ...changes,
  };
}

const unknown = (): boolean => false;

describe('Adoption', () => {
  it('takes in the sync of a connection that is syncing', () => {
    const [job, ...others] = jobsToAdopt([connection()], unknown, ACCOUNT_ID, 7000);
    assert.ok(job && isRunning(job));
    assert.deepEqual(others, []);
    const { accountId, syncId, entityId, entityName, kind, origin, knownSince, nextCheckAt } = job;
    assert.deepEqual(
      { accountId, syncId, entityId, entityName, kind, origin, knownSince, nextCheckAt },
      {
        accountId: ACCOUNT_ID,
        syncId: 'sync-1',
        entityId: 'entity-1',
        entityName: 'Orders',
        kind: 'sync',
        origin: 'adopted',
        knownSince: 7000,
        nextCheckAt: 7000,
      },
    );
  });

  it('leaves alone what is known, what does not run and what has no id', () => {
    const connections = [
      connection({ lastSyncId: 'known' }),
      connection({ isCurrentlySyncing: false }),
      connection({ lastSyncId: undefined }),
      connection({ lastSyncId: '' }),
    ];
    assert.deepEqual(
      jobsToAdopt(connections, (syncId) => syncId === 'known', ACCOUNT_ID, 0),
      [],
    );
  });

  it('adopts an id once, however many connections name it', () => {
    assert.equal(jobsToAdopt([connection(), connection({ entityId: 'entity-2' })], unknown, ACCOUNT_ID, 0).length, 1);
  });

  it('finds the running jobs whose connection has stopped syncing', () => {
    const jobs = ['sync-1', 'sync-2', 'sync-3'].map((syncId) => sampleJob({ syncId }));
    const connections = [
      connection({ lastSyncId: 'sync-1', isCurrentlySyncing: false }),
      connection({ lastSyncId: 'sync-2' }),
      connection({ lastSyncId: undefined, isCurrentlySyncing: false }),
    ];
    assert.deepEqual(
      jobsProbablyOver(connections, jobs).map(({ syncId }) => syncId),
      ['sync-1'],
    );
  });
});
