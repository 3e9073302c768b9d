import { plainText } from '../base/displayText.ts';
import { repeatedIn } from '../base/lists.ts';
import { MINUTE_MS } from '../base/time.ts';
import type { EpochMs } from '../base/time.ts';
import { isRunning, jobEndedAt, jobState } from './job.ts';
import type { Job } from './job.ts';
import { isKnownStatus, isSpecificFailure, phaseOf } from './jobStatus.ts';

/** An element of GET /connections (contract, Connection). Omitted text is ''; omitted times are undefined. */
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
  /** Derived, not part of the response: whether its scheduled sync should have started; see `isSyncLate`. */
  readonly isLate?: boolean | undefined;
  /** Derived, not part of the response: see `hasFailedTwice`. */
  readonly hasFailedTwice?: boolean | undefined;
}

/** How a list of connections differs from the one before it. */
export interface ConnectionChanges {
  readonly added: readonly Connection[];
  /** As they are now. */
  readonly changed: readonly Connection[];
  /** As they were listed last. */
  readonly removed: readonly Connection[];
}

/** Whether all fields are equal. */
export function isSameConnection(a: Connection, b: Connection): boolean {
  return (
    a === b ||
    (a.entityId === b.entityId &&
      a.entityName === b.entityName &&
      a.hasError === b.hasError &&
      a.isActive === b.isActive &&
      a.isCurrentlySyncing === b.isCurrentlySyncing &&
      a.lastSyncId === b.lastSyncId &&
      a.lastSyncStatus === b.lastSyncStatus &&
      a.lastSyncAt === b.lastSyncAt &&
      a.nextScheduledSyncAt === b.nextScheduledSyncAt &&
      a.sourceSystem === b.sourceSystem &&
      a.isLate === b.isLate &&
      a.hasFailedTwice === b.hasFailedTwice)
  );
}

export type ConnectionState = 'syncing' | 'error' | 'inactive' | 'neverSynced' | 'idle';

/** The state that a row shows. A running sync takes precedence, and being inactive over an earlier error. */
export function connectionState(connection: Connection): ConnectionState {
  return connection.isCurrentlySyncing ? 'syncing' : stateBetweenSyncs(connection);
}

/** The state that a row shows while no sync runs. */
export function stateBetweenSyncs(connection: Connection): Exclude<ConnectionState, 'syncing'> {
  if (!connection.isActive) {
    return 'inactive';
  }
  if (connection.hasError) {
    return 'error';
  }
  return hasSynced(connection) ? 'idle' : 'neverSynced';
}

/** Returns a function that tells whether a connection has the same name as another one of these. */
export function duplicateNameTest(connections: readonly Connection[]): (connection: Connection) => boolean {
  const repeated = repeatedIn(connections.map(connectionName));
  return (connection) => repeated.has(connectionName(connection));
}

/** Whether the service reports anything about a last sync. */
export function hasSynced({ lastSyncId, lastSyncStatus, lastSyncAt }: Connection): boolean {
  return lastSyncId !== undefined || lastSyncStatus !== undefined || lastSyncAt !== undefined;
}

/** The service's status of the last sync if it says more than the connection's state; otherwise undefined. */
export function statusDetail({ isCurrentlySyncing, hasError, lastSyncStatus }: Connection): string | undefined {
  if (isCurrentlySyncing || lastSyncStatus === undefined) {
    return undefined;
  }
  const isFailure = phaseOf({ status: lastSyncStatus, completedAt: undefined }) === 'failed';
  const isRedundant = isFailure ? hasError && !isSpecificFailure(lastSyncStatus) : isKnownStatus(lastSyncStatus);
  return isRedundant ? undefined : lastSyncStatus;
}

/** Whether its last sync or its last two runs failed, or its sync is late. Never while it is syncing or inactive. */
export function needsAttention(connection: Connection): boolean {
  const state = connectionState(connection);
  if (state === 'syncing' || state === 'inactive') {
    return false;
  }
  return state === 'error' || connection.isLate === true || connection.hasFailedTwice === true;
}

/** How long after its time a sync counts as late. The service takes a while to start it, and may have another clock. */
const LATE_AFTER_MS = 5 * MINUTE_MS;

/** When the scheduled sync becomes late, if a list requested then still announces it; undefined if none is scheduled. */
export function lateFrom({ isActive, nextScheduledSyncAt }: Connection): EpochMs | undefined {
  return isActive && nextScheduledSyncAt !== undefined ? nextScheduledSyncAt + LATE_AFTER_MS : undefined;
}

/**
 * Whether the scheduled sync should have started by the time at which the list was requested. Not by the current time, because an
 * older list can't show that it has started. Whether a sync is running makes no difference: the service lists the old time until
 * it has ended.
 */
export function isSyncLate(connection: Connection, requestedAt: EpochMs): boolean {
  return (lateFrom(connection) ?? Infinity) <= requestedAt;
}

/**
 * Whether the last two known runs, syncs or uploads, both failed. `jobs`: those of the connection, latest to end first. A sync that
 * has succeeded since then and is not among them is known from the list.
 */
export function hasFailedTwice({ hasError, lastSyncAt, lastSyncId }: Connection, jobs: readonly Job[]): boolean {
  const [last, previous] = jobs.filter((job) => !isRunning(job) && !job.isLost);
  if (last === undefined || previous === undefined || jobState(last) !== 'failed' || jobState(previous) !== 'failed') {
    return false;
  }
  return hasError || lastSyncAt === undefined || lastSyncId === last.syncId || lastSyncAt <= jobEndedAt(last);
}

/** The name to show for a connection: its ID if the service gave it no name. */
export function connectionName({ entityName, entityId }: Pick<Connection, 'entityName' | 'entityId'>): string {
  return plainText(entityName) || plainText(entityId);
}
