import type { ConnectionLookup } from '../../../src/jobs/polling/probableEnds.ts';
import type { Connection } from '../../../src/model/connection.ts';

/** An idle connection that was never synced. Its name is its entity ID unless given. */
export function sampleConnection(changes: Partial<Connection> & Pick<Connection, 'entityId'>): Connection {
  return {
    entityName: changes.entityId,
    hasError: false,
    isActive: true,
    isCurrentlySyncing: false,
    lastSyncId: undefined,
    lastSyncStatus: undefined,
    lastSyncAt: undefined,
    nextScheduledSyncAt: undefined,
    sourceSystem: 'ERP',
    ...changes,
  };
}

/** The connection of `sampleJob` while that job is running. */
export function syncingConnection(changes: Partial<Connection> = {}): Connection {
  return sampleConnection({
    entityId: 'entity-1',
    entityName: 'Orders',
    isCurrentlySyncing: true,
    lastSyncId: 'sync-1',
    lastSyncStatus: 'running',
    ...changes,
  });
}

/** A list of these connections, as a feed keeps it. */
export function listOf(connections: readonly Connection[]): ConnectionLookup {
  return {
    find: (entityId) => connections.findLast((connection) => connection.entityId === entityId),
    findBySync: (syncId) => connections.findLast((connection) => connection.lastSyncId === syncId),
  };
}
