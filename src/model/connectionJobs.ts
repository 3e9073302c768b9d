import type { EpochMs } from '../base/time.ts';
import type { Connection } from './connection.ts';
import { isRunning, jobStartedAt, jobState } from './job.ts';
import type { Job } from './job.ts';

/**
 * The connections as of the latest that is known: what GET /connections answered at `answeredAt`, brought up to date by
 * the sync jobs that are followed. A running one shows its connection as syncing before the next answer does; one that
 * ended after that answer shows its outcome. Connections that no job changes are returned as they are.
 */
export function withJobs(
  connections: readonly Connection[],
  answeredAt: EpochMs,
  jobs: readonly Job[],
): readonly Connection[] {
  const latest = new Map<string, Job>();
  for (const job of jobs) {
    const known = latest.get(job.entityId);
    if (job.kind === 'sync' && (known === undefined || jobStartedAt(job) >= jobStartedAt(known))) {
      latest.set(job.entityId, job);
    }
  }
  return connections.map((connection) => {
    const job = latest.get(connection.entityId);
    return job === undefined ? connection : withJob(connection, answeredAt, job);
  });
}

function withJob(connection: Connection, answeredAt: EpochMs, job: Job): Connection {
  if (isRunning(job)) {
    return { ...connection, isCurrentlySyncing: true, lastSyncId: job.syncId };
  }
  const state = jobState(job);
  if (job.status === undefined || state === 'lost' || job.answeredAt === undefined || job.answeredAt <= answeredAt) {
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
