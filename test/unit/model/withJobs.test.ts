import assert from 'node:assert/strict';
import type { Connection } from '../../../src/model/connection.ts';
import { newJob } from '../../../src/model/job.ts';
import type { Job } from '../../../src/model/job.ts';
import type { JobStatus } from '../../../src/model/jobStatus.ts';
import { withJobs } from '../../../src/model/withJobs.ts';
import { sampleConnection } from './sampleConnection.ts';

const ASKED_AT = 1000;

const orders = sampleConnection({
  entityId: 'e1',
  entityName: 'Orders',
  lastSyncId: 's0',
  lastSyncStatus: 'completed',
  lastSyncAt: 500,
});

const running = newJob({
  accountId: 'a',
  syncId: 's1',
  entityId: 'e1',
  entityName: 'Orders',
  kind: 'sync',
  origin: 'started',
  knownSince: 900,
});

function polled(status: string, change: Partial<JobStatus> = {}): Job {
  return {
    ...running,
    receivedAt: 2000,
    status: { syncId: 's1', status, message: '', startedAt: 900, completedAt: 1900, steps: [], ...change },
  };
}

function shown(...jobs: Job[]): Connection {
  return withJobs(orders, ASKED_AT, jobs);
}

describe('Connections updated with jobs', () => {
  it('are the same objects if no job changes them', () => {
    assert.equal(shown(), orders);
    assert.equal(shown({ ...running, entityId: 'another' }), orders);
    assert.equal(shown({ ...running, kind: 'upload' }), orders);
  });

  it('are syncing while a sync job is running, whatever the last answer said', () => {
    assert.deepEqual(shown(running), {
      ...orders,
      isCurrentlySyncing: true,
      lastSyncId: 's1',
      lastSyncStatus: undefined,
    });
  });

  it('do not show the status of the previous sync with the ID of the running one', () => {
    const status = { syncId: 's1', status: 'running', message: '', startedAt: 0, completedAt: undefined, steps: [] };
    const failed = { ...orders, hasError: true, lastSyncStatus: 'failed' };
    const statusWith = (job: Job): string | undefined => withJobs(failed, ASKED_AT, [job]).lastSyncStatus;
    assert.equal(statusWith(running), undefined);
    assert.equal(statusWith({ ...running, status }), 'running');
  });

  it('show no final status while they sync without a job, because it is that of the previous sync', () => {
    const syncing = { ...orders, isCurrentlySyncing: true, lastSyncId: 's1', lastSyncStatus: 'failed' };
    const lost = { ...running, isLost: true };
    for (const jobs of [[], [lost]]) {
      assert.deepEqual(withJobs(syncing, ASKED_AT, jobs), { ...syncing, lastSyncStatus: undefined });
    }
    const inProgress = { ...syncing, lastSyncStatus: 'In progress' };
    assert.equal(withJobs(inProgress, ASKED_AT, []), inProgress);
  });

  it('show the outcome of a sync whose end became known after the last request', () => {
    assert.deepEqual(shown(polled('completed')), { ...orders, lastSyncId: 's1', lastSyncAt: 1900 });
    assert.deepEqual(shown(polled('failed')), {
      ...orders,
      hasError: true,
      lastSyncId: 's1',
      lastSyncStatus: 'failed',
      lastSyncAt: 1900,
    });
  });

  it('keep the error flag of the list for the same sync, whatever the name of its status says', () => {
    const reported = { ...orders, hasError: true, lastSyncId: 's1' };
    assert.equal(withJobs(reported, ASKED_AT, [polled('completed')]).hasError, true);
    assert.equal(withJobs({ ...reported, lastSyncId: 's0' }, ASKED_AT, [polled('completed')]).hasError, false);
    assert.equal(withJobs({ ...reported, isCurrentlySyncing: true }, ASKED_AT, [polled('completed')]).hasError, false);
  });

  it('use the time of the answer if the service gives no completion time', () => {
    assert.equal(shown(polled('completed', { completedAt: undefined })).lastSyncAt, 2000);
  });

  it('keep the error flag if the outcome is an unknown status', () => {
    assert.deepEqual(shown(polled('archived')), {
      ...orders,
      lastSyncId: 's1',
      lastSyncStatus: 'archived',
      lastSyncAt: 1900,
    });
  });

  it('show that outcome even if an answer that arrives later still says syncing', () => {
    const syncing = { ...orders, isCurrentlySyncing: true, lastSyncId: 's1' };
    const connection = withJobs(syncing, ASKED_AT, [{ ...polled('failed'), receivedAt: ASKED_AT + 1 }]);
    assert.ok(!connection.isCurrentlySyncing && connection.hasError);
  });

  it('trust an answer requested after that of the job', () => {
    assert.equal(shown({ ...polled('failed'), receivedAt: ASKED_AT }), orders);
  });

  it('is that of the list if it has a later sync, although the clock was set back since the job ended', () => {
    const job = { ...polled('completed'), receivedAt: ASKED_AT + 3_600_000 };
    const later = { ...orders, lastSyncId: 'later', lastSyncAt: (job.status?.completedAt ?? job.receivedAt) + 1 };
    assert.equal(withJobs(later, ASKED_AT, [job]), later);
  });

  it('are not changed by a job that the service no longer knows', () => {
    assert.equal(shown({ ...polled('running', { completedAt: undefined }), isLost: true }), orders);
    assert.equal(shown({ ...running, isLost: true }), orders);
  });

  it('show the latest of several jobs, in any order', () => {
    const earlier: Job = { ...polled('failed', { startedAt: 100 }), knownSince: 100, syncId: 's0' };
    for (const later of [running, polled('completed')]) {
      assert.equal(shown(earlier, later).lastSyncId, 's1');
      assert.equal(shown(later, earlier).lastSyncId, 's1');
    }
  });

  it('are syncing as soon as a sync is started, even if the service’s clock is ahead', () => {
    const ended: Job = { ...polled('completed', { startedAt: 90_000 }), knownSince: 100, syncId: 's0' };
    assert.equal(shown(ended, running).isCurrentlySyncing, true);
    assert.equal(shown(running, ended).isCurrentlySyncing, true);
  });

  it('are syncing while any of their syncs is running, even one that became known first', () => {
    const later: Job = { ...polled('completed'), knownSince: running.knownSince + 1, syncId: 's2' };
    assert.equal(shown(running, later).isCurrentlySyncing, true);
  });
});
