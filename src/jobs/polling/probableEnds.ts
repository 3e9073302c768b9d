import type { Connection } from '../../model/connection.ts';
import type { Job } from '../../model/job.ts';
import { phaseOf } from '../../model/jobStatus.ts';
import type { JobStatus } from '../../model/jobStatus.ts';

/** The connections as last listed. */
export interface ConnectionLookup {
  find(entityId: string): Connection | undefined;
  /** The connection whose last sync this is. */
  findBySync(syncId: string): Connection | undefined;
}

/** A running job that has probably ended, and its final status, if its connection says it. */
interface ProbableEnd {
  readonly job: Job;
  readonly status: JobStatus | undefined;
}

/** Which running jobs have ended according to the connections: those that no longer run, and syncs whose connection has a later one. */
export function probableEnds(listed: ConnectionLookup, running: readonly Job[]): ProbableEnd[] {
  return running.flatMap((job) => {
    const own = listed.findBySync(job.syncId);
    if (own) {
      return own.isCurrentlySyncing ? [] : [{ job, status: statusOf(own, job) }];
    }
    const next = job.kind === 'sync' ? listed.find(job.entityId)?.lastSyncId : undefined;
    return next === undefined ? [] : [{ job, status: undefined }];
  });
}

/**
 * The final status of a job according to its connection; undefined unless it is certainly final. It has no steps and no message,
 * because those that are known are from before the end.
 */
function statusOf({ lastSyncStatus = '', lastSyncAt }: Connection, job: Job): JobStatus | undefined {
  if (phaseOf({ status: lastSyncStatus, completedAt: undefined }) === 'running') {
    return undefined;
  }
  const startedAt = job.status?.startedAt;
  if (startedAt !== undefined && lastSyncAt !== undefined && lastSyncAt < startedAt) {
    // The time is that of the previous sync, so the status probably is, too.
    return undefined;
  }
  return { syncId: job.syncId, status: lastSyncStatus, message: '', startedAt, completedAt: lastSyncAt, steps: [] };
}
