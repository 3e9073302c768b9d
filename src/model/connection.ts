import { plainText } from '../base/displayText.ts';
import type { EpochMs } from '../base/time.ts';
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
