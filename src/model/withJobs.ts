import type { EpochMs } from '../base/time.ts';
import type { Connection } from './connection.ts';
import { isRunning, jobEndedAt, jobState } from './job.ts';
import type { Job } from './job.ts';
import { phaseOf } from './jobStatus.ts';

/**
 * Updates a connection, as listed by a GET /connections sent at `requestedAt`, with the syncs that are tracked:
 * - While a job runs, the connection is syncing, even if it was not yet when it was listed.
 * - Once a job has ended, the connection has its outcome, unless the list was requested after that was known.
 * - While it is syncing, it has no final status, which would be that of the previous sync.
 *
 * Returns the same object if nothing changes.
 */
export function withJobs(connection: Connection, requestedAt: EpochMs, jobs: readonly Job[]): Connection {
  let latest: Job | undefined;
  for (const job of jobs) {
    if (job.entityId === connection.entityId && job.kind === 'sync' && (!latest || isLater(job, latest))) {
      latest = job;
    }
  }
  return withoutPreviousStatus(latest === undefined ? connection : withJob(connection, requestedAt, latest));
}

/** A running job counts as later than an ended one. Otherwise by this machine's clock, because the service's time is missing at first. */
function isLater(job: Job, than: Job): boolean {
  return isRunning(job) === isRunning(than) ? job.knownSince >= than.knownSince : isRunning(job);
}

function withoutPreviousStatus(connection: Connection): Connection {
  const { isCurrentlySyncing, lastSyncStatus } = connection;
  const isPrevious =
    isCurrentlySyncing &&
    lastSyncStatus !== undefined &&
    phaseOf({ status: lastSyncStatus, completedAt: undefined }) !== 'running';
  return isPrevious ? { ...connection, lastSyncStatus: undefined } : connection;
}

function withJob(connection: Connection, requestedAt: EpochMs, job: Job): Connection {
  if (isRunning(job)) {
    // The status in the list may be that of the previous sync.
    return { ...connection, isCurrentlySyncing: true, lastSyncId: job.syncId, lastSyncStatus: job.status?.status };
  }
  const state = jobState(job);
  if (job.status === undefined || state === 'lost' || job.receivedAt === undefined || job.receivedAt <= requestedAt) {
    return connection;
  }
  if (connection.lastSyncId !== job.syncId && (connection.lastSyncAt ?? -Infinity) > jobEndedAt(job)) {
    // The list has a later sync. This machine's clock may have been set back since the job ended.
    return connection;
  }
  // If the list has the end of this sync, its `hasError` is about this sync, whatever the status is called.
  const isEndListed = connection.lastSyncId === job.syncId && !connection.isCurrentlySyncing;
  return {
    ...connection,
    isCurrentlySyncing: false,
    hasError: state === 'failed' || ((state === 'finished' || isEndListed) && connection.hasError),
    lastSyncId: job.syncId,
    lastSyncStatus: job.status.status,
    lastSyncAt: job.status.completedAt ?? job.receivedAt,
  };
}
