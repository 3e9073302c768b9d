import { plainText } from '../../base/displayText.ts';
import { isoTime } from '../../base/time.ts';
import { connectionName, connectionState } from '../../model/connection.ts';
import type { Connection, ConnectionState } from '../../model/connection.ts';
import type { ToolResult } from './toolResult.ts';

/** The states of connections as tools name them. */
export const connectionWords = ['failed', 'syncing', 'neverSynced', 'idle', 'inactive'] as const;
export type ConnectionWord = (typeof connectionWords)[number];

const WORDS: Readonly<Record<ConnectionState, ConnectionWord>> = {
  error: 'failed',
  syncing: 'syncing',
  neverSynced: 'neverSynced',
  idle: 'idle',
  inactive: 'inactive',
};

export function connectionWord(connection: Connection): ConnectionWord {
  return WORDS[connectionState(connection)];
}

/** A connection as data. Names and statuses are the service's: one line each, of limited length. IDs are exact. */
export function connectionRow(connection: Connection): ToolResult {
  const { entityId, sourceSystem, isActive, hasError, lastSyncId, lastSyncStatus, lastSyncAt } = connection;
  return {
    entityId,
    name: connectionName(connection),
    state: connectionWord(connection),
    isActive,
    hasError,
    sourceSystem: plainText(sourceSystem, 100) || undefined,
    lastSyncStatus: lastSyncStatus === undefined ? undefined : plainText(lastSyncStatus, 60),
    lastSyncAt: isoTime(lastSyncAt),
    nextScheduledSyncAt: isoTime(connection.nextScheduledSyncAt),
    lastSyncId,
  };
}
