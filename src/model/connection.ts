import type { EpochMs } from '../base/time.ts';

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
  return connection.lastSyncAt === undefined && connection.lastSyncId === undefined ? 'neverSynced' : 'idle';
}

/** Whether the connection wants a person's look: an active one whose last sync reported errors. */
export function needsAttention(connection: Connection): boolean {
  return connection.isActive && connection.hasError;
}
