import type { Connection } from '../../model/connection.ts';
import type { Job } from '../../model/job.ts';
import { jobPhase } from '../../model/jobStatus.ts';
import type { JobStatus } from '../../model/jobStatus.ts';

/** A running job of which a connection tells that it is over; `status` where it also tells how. */
export interface ProbableEnd {
  readonly job: Job;
  readonly status: JobStatus | undefined;
}

/**
 * Which running jobs the connections say are over, so that asking about them now brings their outcome. A sync probably
 * is, too, when its connection has gone on to another.
 */
export function jobsProbablyOver(connections: readonly Connection[], running: readonly Job[]): ProbableEnd[] {
  const bySync = new Map(connections.map((connection) => [connection.lastSyncId, connection]));
  const byEntity = new Map(connections.map((connection) => [connection.entityId, connection]));
  return running.flatMap((job) => {
    const own = bySync.get(job.syncId);
    if (own) {
      return own.isCurrentlySyncing ? [] : [{ job, status: statusOf(own, job) }];
    }
    const next = job.kind === 'sync' ? byEntity.get(job.entityId)?.lastSyncId : undefined;
    return next === undefined ? [] : [{ job, status: undefined }];
  });
}

/**
 * The end of a job as its connection tells it, where it does so in a word that is final beyond doubt. What was known of
 * its steps and message is from before the end, and no part of it.
 */
function statusOf({ lastSyncStatus = '', lastSyncAt }: Connection, job: Job): JobStatus | undefined {
  if (jobPhase({ status: lastSyncStatus, completedAt: undefined }) === 'running') {
    return undefined;
  }
  const startedAt = job.status?.startedAt;
  if (startedAt !== undefined && lastSyncAt !== undefined && lastSyncAt < startedAt) {
    // A time from before the job began is that of the sync before it, and then the status beside it probably is, too.
    return undefined;
  }
  return { syncId: job.syncId, status: lastSyncStatus, message: '', startedAt, completedAt: lastSyncAt, steps: [] };
}
