import type { EpochMs } from '../base/time.ts';
import type { Connection } from '../model/connection.ts';
import type { Job } from '../model/job.ts';

/**
 * Jobs for the syncs that are found running and that nobody here started: another user, the schedule or another tool
 * did. `isKnown` says which ids need no second look.
 */
export function jobsToAdopt(
  connections: readonly Connection[],
  isKnown: (syncId: string) => boolean,
  accountId: string,
  now: EpochMs,
): Job[] {
  const adopted = new Map<string, Job>();
  for (const { isCurrentlySyncing, lastSyncId, entityId, entityName } of connections) {
    if (isCurrentlySyncing && lastSyncId !== undefined && lastSyncId !== '' && !isKnown(lastSyncId)) {
      adopted.set(lastSyncId, {
        accountId,
        syncId: lastSyncId,
        entityId,
        entityName,
        kind: 'sync',
        origin: 'adopted',
        knownSince: now,
        startMessage: '',
        source: undefined,
        status: undefined,
        answeredAt: undefined,
        // At once: how far it is and since when it runs is not known yet.
        nextCheckAt: now,
        failure: undefined,
        isLost: false,
        isSeen: false,
      });
    }
  }
  return [...adopted.values()];
}

/** Which running jobs the connections say are over, so that asking about them now brings their outcome. */
export function jobsProbablyOver(connections: readonly Connection[], running: readonly Job[]): Job[] {
  const idle = new Set(
    connections.filter((connection) => !connection.isCurrentlySyncing).map(({ lastSyncId }) => lastSyncId),
  );
  return running.filter((job) => idle.has(job.syncId));
}
