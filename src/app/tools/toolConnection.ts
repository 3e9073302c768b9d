import { plainText } from '../../base/displayText.ts';
import { isoTime } from '../../base/time.ts';
import { connectionName, connectionState } from '../../model/connection.ts';
import type { Connection, ConnectionState } from '../../model/connection.ts';
import type { ToolResult } from './toolResult.ts';

/** The states of connections as tools name them. */
export const TOOL_CONNECTION_STATES = ['failed', 'syncing', 'neverSynced', 'idle', 'inactive'] as const;
export type ToolConnectionState = (typeof TOOL_CONNECTION_STATES)[number];

const TOOL_STATE_OF: Readonly<Record<ConnectionState, ToolConnectionState>> = {
  error: 'failed',
  syncing: 'syncing',
  neverSynced: 'neverSynced',
  idle: 'idle',
  inactive: 'inactive',
};

export function toolConnectionState(connection: Connection): ToolConnectionState {
  return TOOL_STATE_OF[connectionState(connection)];
}

/** A connection as data. Names and statuses are the service's: one line each, of limited length. IDs are exact. */
export function connectionRow(connection: Connection): ToolResult {
  const { entityId, sourceSystem, isActive, hasError, lastSyncId, lastSyncStatus, lastSyncAt } = connection;
  return {
    entityId,
    name: connectionName(connection),
    state: toolConnectionState(connection),
    isActive,
    hasError,
    sourceSystem: plainText(sourceSystem, 100) || undefined,
    lastSyncStatus: lastSyncStatus === undefined ? undefined : plainText(lastSyncStatus, 60),
    lastSyncAt: isoTime(lastSyncAt),
    nextScheduledSyncAt: isoTime(connection.nextScheduledSyncAt),
    lastSyncId,
  };
}
