import type { EpochMs } from '../base/time.ts';
import type { Connection } from './connection.ts';
import { isRunning, jobState } from './job.ts';
import type { Job } from './job.ts';
import { jobPhase } from './jobStatus.ts';

/**
 * The connections as of the latest that is known: what GET /connections answered to the question of `askedAt`, brought up
 * to date by the sync jobs that are followed. A running one shows its connection as syncing before the next answer does;
 * one whose end was learned since that question shows its outcome, because the answer may be from before it. A syncing
 * one shows no final status, job or none: that is the status of the sync before. Connections that nothing changes are returned as they are.
 */
export function withJobs(
  connections: readonly Connection[],
  askedAt: EpochMs,
  jobs: readonly Job[],
): readonly Connection[] {
  const latest = new Map<string, Job>();
  for (const job of jobs) {
    const known = latest.get(job.entityId);
    if (job.kind === 'sync' && (known === undefined || isLater(job, known))) {
      latest.set(job.entityId, job);
    }
  }
  return connections.map((connection) => {
    const job = latest.get(connection.entityId);
    return withoutPreviousStatus(job === undefined ? connection : withJob(connection, askedAt, job));
  });
}

/** A running one is, too. Told by our own clock: the service's may be ahead, and it says nothing of a job just started. */
function isLater(job: Job, than: Job): boolean {
  return isRunning(job) === isRunning(than) ? job.knownSince >= than.knownSince : isRunning(job);
}

function withoutPreviousStatus(connection: Connection): Connection {
  const { isCurrentlySyncing, lastSyncStatus } = connection;
  const isPrevious =
    isCurrentlySyncing &&
    lastSyncStatus !== undefined &&
    jobPhase({ status: lastSyncStatus, completedAt: undefined }) !== 'running';
  return isPrevious ? { ...connection, lastSyncStatus: undefined } : connection;
}

function withJob(connection: Connection, askedAt: EpochMs, job: Job): Connection {
  if (isRunning(job)) {
    // The word that the list has may be about the sync before.
    return { ...connection, isCurrentlySyncing: true, lastSyncId: job.syncId, lastSyncStatus: job.status?.status };
  }
  const state = jobState(job);
  if (job.status === undefined || state === 'lost' || job.answeredAt === undefined || job.answeredAt <= askedAt) {
    return connection;
  }
  return {
    ...connection,
    isCurrentlySyncing: false,
    hasError: state === 'finished' ? connection.hasError : state === 'failed',
    lastSyncId: job.syncId,
    lastSyncStatus: job.status.status,
    lastSyncAt: job.status.completedAt ?? job.answeredAt,
  };
}
