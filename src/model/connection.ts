import { plainText } from '../base/displayText.ts';
import type { EpochMs } from '../base/time.ts';
import { isRunning, jobState } from './job.ts';
import type { Job } from './job.ts';
import { isKnownStatus, isPlainFailure, jobPhase } from './jobStatus.ts';

/** An element of GET /connections (contract, Connection). Text the service left out is ''; a moment it left out, undefined. */
export interface Connection {
  readonly entityId: string;
  readonly entityName: string;
  readonly hasError: boolean;
  readonly isActive: boolean;
  readonly isCurrentlySyncing: boolean;
  readonly lastSyncId: string | undefined;
  readonly lastSyncStatus: string | undefined;
  readonly lastSyncAt: EpochMs | undefined;
  readonly nextScheduledSyncAt: EpochMs | undefined;
  readonly sourceSystem: string;
}

export type ConnectionState = 'syncing' | 'error' | 'inactive' | 'neverSynced' | 'idle';

/** The one state that a row shows. What runs now comes first; an inactive connection's old error is history, not news. */
export function connectionState(connection: Connection): ConnectionState {
  if (connection.isCurrentlySyncing) {
    return 'syncing';
  }
  if (!connection.isActive) {
    return 'inactive';
  }
  if (connection.hasError) {
    return 'error';
  }
  const { lastSyncId, lastSyncStatus, lastSyncAt } = connection;
  const hasSynced = lastSyncId !== undefined || lastSyncStatus !== undefined || lastSyncAt !== undefined;
  return hasSynced ? 'idle' : 'neverSynced';
}

/** The service's word for the last sync where the connection's state doesn't say as much; undefined where it does. */
export function untoldStatus({ isCurrentlySyncing, hasError, lastSyncStatus }: Connection): string | undefined {
  if (isCurrentlySyncing || lastSyncStatus === undefined) {
    return undefined;
  }
  const isFailure = jobPhase({ status: lastSyncStatus, completedAt: undefined }) === 'failed';
  const isTold = isFailure ? hasError && isPlainFailure(lastSyncStatus) : isKnownStatus(lastSyncStatus);
  return isTold ? undefined : lastSyncStatus;
}

/** Whether the user should look at the connection: its last sync reported errors, and no other runs since. */
export function needsAttention(connection: Connection): boolean {
  return connectionState(connection) === 'error';
}

/** The name to show for a connection: its ID if the service gave it no name. */
export function connectionName({ entityName, entityId }: Pick<Connection, 'entityName' | 'entityId'>): string {
  return plainText(entityName) || plainText(entityId);
}

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
