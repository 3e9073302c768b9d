import type { Logger } from '../../base/logger.ts';
import type { EpochMs } from '../../base/time.ts';
import type { Connection } from '../../model/connection.ts';
import { newJob } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { JobStore } from '../../jobs/store/jobStore.ts';

/** More would take seconds to store, and hours to poll their final statuses. */
const MAX_ADOPTED = 1000;

interface SyncAdoptionOptions {
  readonly accountId: string;
  readonly store: JobStore;
  /** Returns how many of the jobs are new. */
  readonly adopt: (jobs: readonly Job[]) => number;
  readonly log: Logger;
}

/** Adopts the syncs that others started, up to a number at a time; the rest as those end. */
export class SyncAdoption {
  readonly #options: SyncAdoptionOptions;
  #isLimited = false;

  constructor(options: SyncAdoptionOptions) {
    this.#options = options;
  }

  /** Call this with the connections that are syncing, after each list of all connections. */
  adopt(syncing: Iterable<Connection>): void {
    const { accountId, store, adopt, log } = this.#options;
    const tracked = store.jobs(accountId);
    const candidates = jobsToAdopt(syncing, (syncId) => tracked.find(syncId) !== undefined, accountId, Date.now());
    let free = MAX_ADOPTED - tracked.needingStatus.filter(({ origin }) => origin === 'adopted').length;
    let seen = 0;
    while (free > 0 && seen < candidates.length) {
      const next = candidates.slice(seen, seen + free);
      seen += next.length;
      free -= adopt(next);
    }
    const isLimited = seen < candidates.length;
    if (isLimited && !this.#isLimited) {
      log.info(
        `${candidates.length - seen} more syncs run than the ${MAX_ADOPTED} that are watched at a time. They are watched as others end.`,
      );
    }
    this.#isLimited = isLimited;
  }
}

/**
 * Jobs for the running syncs that were not started in this extension, but by another user, the schedule or another tool.
 */
export function jobsToAdopt(
  connections: Iterable<Connection>,
  isKnown: (syncId: string) => boolean,
  accountId: string,
  now: EpochMs,
): Job[] {
  const adopted = new Map<string, Job>();
  for (const { isCurrentlySyncing, lastSyncId, entityId, entityName } of connections) {
    if (isCurrentlySyncing && lastSyncId !== undefined && lastSyncId !== '' && !isKnown(lastSyncId)) {
      adopted.set(
        lastSyncId,
        newJob({
          accountId,
          syncId: lastSyncId,
          entityId,
          entityName,
          kind: 'sync',
          origin: 'adopted',
          knownSince: now,
        }),
      );
    }
  }
  return [...adopted.values()];
}
