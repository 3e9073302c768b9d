import type { Logger } from '../../base/logger.ts';
import type { EpochMs } from '../../base/time.ts';
import type { Connection } from '../../model/connection.ts';
import { needsStatus, newJob } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { JobStore } from '../../jobs/store/jobStore.ts';

/** More would cost seconds to store, and their final statuses hours to ask for. */
const MAX_ADOPTED = 1000;

interface SyncAdoptionOptions {
  readonly accountId: string;
  readonly store: JobStore;
  /** Says whether the job is new. */
  readonly follow: (job: Job) => boolean;
  readonly log: Logger;
}

/** Follows the syncs that others started, up to a number at a time; the rest are followed as those end. */
export class SyncAdoption {
  readonly #options: SyncAdoptionOptions;
  #isLimited = false;

  constructor(options: SyncAdoptionOptions) {
    this.#options = options;
  }

  /** To be called with every answer to GET /connections. */
  adopt(connections: readonly Connection[]): void {
    const { accountId, store, follow, log } = this.#options;
    const known = store.list(accountId);
    const knownIds = new Set(known.map(({ syncId }) => syncId));
    const candidates = jobsToAdopt(connections, (syncId) => knownIds.has(syncId), accountId, Date.now());
    let free = MAX_ADOPTED - known.filter((job) => job.origin === 'adopted' && needsStatus(job)).length;
    let seen = 0;
    for (const job of free > 0 ? candidates : []) {
      seen += 1;
      free -= follow(job) ? 1 : 0;
      if (free <= 0) {
        break;
      }
    }
    const isLimited = seen < candidates.length;
    if (isLimited && !this.#isLimited) {
      log.info(
        `${candidates.length - seen} more syncs run than the ${MAX_ADOPTED} that are followed at a time. They are followed as others end.`,
      );
    }
    this.#isLimited = isLimited;
  }
}

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
