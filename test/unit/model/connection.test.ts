import assert from 'node:assert/strict';
import { connectionState, needsAttention, statusDetail, withJobs } from '../../../src/model/connection.ts';
import type { Connection } from '../../../src/model/connection.ts';
import { newJob } from '../../../src/model/job.ts';
import type { Job } from '../../../src/model/job.ts';
import type { JobStatus } from '../../../src/model/jobStatus.ts';

const idle: Connection = {
  entityId: 'hash',
  entityName: 'Ledger',
  hasError: false,
  isActive: true,
  isCurrentlySyncing: false,
  lastSyncId: 's',
  lastSyncStatus: 'completed',
  lastSyncAt: Date.UTC(2026, 0, 2),
  nextScheduledSyncAt: undefined,
  sourceSystem: 'ERP',
};
const neverSynced = { ...idle, lastSyncId: undefined, lastSyncStatus: undefined, lastSyncAt: undefined };

describe('connectionState', () => {
  for (const [name, connection, state] of [
    ['one that has synced', idle, 'idle'],
    ['one that has not', neverSynced, 'neverSynced'],
    ['one of whose sync only the id is known', { ...neverSynced, lastSyncId: 's' }, 'idle'],
    ['one of whose sync only the time is known', { ...neverSynced, lastSyncAt: 0 }, 'idle'],
    ['one of whose sync only the status is known', { ...neverSynced, lastSyncStatus: 'completed' }, 'idle'],
    ['one whose last sync reported errors', { ...idle, hasError: true }, 'error'],
    ['one that is switched off', { ...idle, isActive: false }, 'inactive'],
    ['one that is switched off with an old error', { ...idle, isActive: false, hasError: true }, 'inactive'],
    ['one that syncs for the first time', { ...neverSynced, isCurrentlySyncing: true }, 'syncing'],
    ['one that syncs after an error', { ...idle, hasError: true, isCurrentlySyncing: true }, 'syncing'],
    ['one that is switched off and syncs', { ...idle, isActive: false, isCurrentlySyncing: true }, 'syncing'],
  ] as const) {
    it(`calls ${name} ${state}`, () => {
      assert.equal(connectionState(connection), state);
    });
  }
});

describe('needsAttention', () => {
  it('asks for a look at active connections with errors alone', () => {
    assert.equal(needsAttention({ ...idle, hasError: true }), true);
    assert.equal(needsAttention({ ...idle, hasError: true, isActive: false }), false);
    assert.equal(needsAttention(idle), false);
    assert.equal(needsAttention({ ...idle, hasError: true, isCurrentlySyncing: true }), false, 'it counts as running');
  });
});

describe('statusDetail', () => {
  for (const [lastSyncStatus, changes, expected] of [
    ['completed', {}, undefined],
    ['Succeeded', {}, undefined],
    ['running', {}, undefined],
    [undefined, {}, undefined],
    ['failed', { hasError: true }, undefined],
    ['failed', {}, 'failed'],
    ['CompletedWithErrors', { hasError: true }, 'CompletedWithErrors'],
    ['Cancelled', {}, 'Cancelled'],
    ['Archived', {}, 'Archived'],
    ['Archived', { isCurrentlySyncing: true }, undefined],
  ] as const) {
    it(`is ${expected ?? 'nothing'} for ${String(lastSyncStatus)} with ${JSON.stringify(changes)}`, () => {
      assert.equal(statusDetail({ ...idle, lastSyncStatus, ...changes }), expected);
    });
  }
});

const ASKED_AT = 1000;

const orders: Connection = {
  entityId: 'e1',
  entityName: 'Orders',
  hasError: false,
  isActive: true,
  isCurrentlySyncing: false,
  lastSyncId: 's0',
  lastSyncStatus: 'completed',
  lastSyncAt: 500,
  nextScheduledSyncAt: undefined,
  sourceSystem: 'ERP',
};

const running = newJob({
  accountId: 'a',
  syncId: 's1',
  entityId: 'e1',
  entityName: 'Orders',
  kind: 'sync',
  origin: 'started',
  knownSince: 900,
});

function answered(status: string, change: Partial<JobStatus> = {}): Job {
  return {
    ...running,
    answeredAt: 2000,
    status: { syncId: 's1', status, message: '', startedAt: 900, completedAt: 1900, steps: [], ...change },
  };
}

function shown(...jobs: Job[]): Connection | undefined {
  return withJobs([orders], ASKED_AT, jobs)[0];
}

describe('Connections brought up to date by jobs', () => {
  it('are the very same objects where no job says anything about them', () => {
    assert.equal(shown(), orders);
    assert.equal(shown({ ...running, entityId: 'another' }), orders);
    assert.equal(shown({ ...running, kind: 'upload' }), orders);
  });

  it('are syncing while a sync of theirs runs, whatever the last answer said', () => {
    assert.deepEqual(shown(running), {
      ...orders,
      isCurrentlySyncing: true,
      lastSyncId: 's1',
      lastSyncStatus: undefined,
    });
  });

  it('show no status of the sync before beside the id of the one that runs', () => {
    const status = { syncId: 's1', status: 'running', message: '', startedAt: 0, completedAt: undefined, steps: [] };
    const failed = { ...orders, hasError: true, lastSyncStatus: 'failed' };
    const statusWith = (job: Job): string | undefined => withJobs([failed], ASKED_AT, [job])[0]?.lastSyncStatus;
    assert.equal(statusWith(running), undefined);
    assert.equal(statusWith({ ...running, status }), 'running');
  });

  it('show no final status while they sync without a job, as that is of the sync before', () => {
    const syncing = { ...orders, isCurrentlySyncing: true, lastSyncId: 's1', lastSyncStatus: 'failed' };
    const lost = { ...running, isLost: true };
    for (const jobs of [[], [lost]]) {
      assert.deepEqual(withJobs([syncing], ASKED_AT, jobs), [{ ...syncing, lastSyncStatus: undefined }]);
    }
    const inProgress = { ...syncing, lastSyncStatus: 'In progress' };
    assert.equal(withJobs([inProgress], ASKED_AT, [])[0], inProgress);
  });

  it('show the outcome of a sync whose end was learned after the last question about them', () => {
    assert.deepEqual(shown(answered('completed')), { ...orders, lastSyncId: 's1', lastSyncAt: 1900 });
    assert.deepEqual(shown(answered('failed')), {
      ...orders,
      hasError: true,
      lastSyncId: 's1',
      lastSyncStatus: 'failed',
      lastSyncAt: 1900,
    });
  });

  it('take the time of the answer where the service gave no time of completion', () => {
    assert.equal(shown(answered('completed', { completedAt: undefined }))?.lastSyncAt, 2000);
  });

  it('keep the error flag if the outcome is an unknown status', () => {
    assert.deepEqual(shown(answered('archived')), {
      ...orders,
      lastSyncId: 's1',
      lastSyncStatus: 'archived',
      lastSyncAt: 1900,
    });
  });

  it('show that outcome even where the answer, given earlier and come later, still says syncing', () => {
    const syncing = { ...orders, isCurrentlySyncing: true, lastSyncId: 's1' };
    const [connection] = withJobs([syncing], ASKED_AT, [{ ...answered('failed'), answeredAt: ASKED_AT + 1 }]);
    assert.ok(connection?.isCurrentlySyncing === false && connection.hasError);
  });

  it('believe the answer where it was asked for after the job’s', () => {
    assert.equal(shown({ ...answered('failed'), answeredAt: ASKED_AT }), orders);
  });

  it('learn nothing from a job the service has forgotten', () => {
    assert.equal(shown({ ...answered('running', { completedAt: undefined }), isLost: true }), orders);
    assert.equal(shown({ ...running, isLost: true }), orders);
  });

  it('follow the latest of several jobs, in whatever order they come', () => {
    const earlier: Job = { ...answered('failed', { startedAt: 100 }), knownSince: 100, syncId: 's0' };
    for (const later of [running, answered('completed')]) {
      assert.equal(shown(earlier, later)?.lastSyncId, 's1');
      assert.equal(shown(later, earlier)?.lastSyncId, 's1');
    }
  });

  it('are syncing at once where a sync was just started, though the service’s clock is ahead of ours', () => {
    const ended: Job = { ...answered('completed', { startedAt: 90_000 }), knownSince: 100, syncId: 's0' };
    assert.equal(shown(ended, running)?.isCurrentlySyncing, true);
    assert.equal(shown(running, ended)?.isCurrentlySyncing, true);
  });

  it('are syncing while any sync of theirs runs, even one that was learned of first', () => {
    const later: Job = { ...answered('completed'), knownSince: running.knownSince + 1, syncId: 's2' };
    assert.equal(shown(running, later)?.isCurrentlySyncing, true);
  });
});
