import type { EpochMs } from '../../base/time.ts';
import type { JobStoreChange } from '../../jobs/store/jobStore.ts';
import { isRunning } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';

interface Unwatched {
  readonly job: Job;
  readonly since: EpochMs;
}

/**
 * The syncs of an account that ran when they were removed from the jobs, in any window. Their connections still sync, although
 * no job says so and the last list of connections may be older than they are.
 */
export class UnwatchedSyncs {
  /** By sync ID. */
  readonly #unwatched = new Map<string, Unwatched>();

  /** Call this with every change of a job of the account. */
  handleChange({ before, after }: Pick<JobStoreChange, 'before' | 'after'>, now: EpochMs): void {
    if (after !== undefined) {
      this.#unwatched.delete(after.syncId);
    } else if (before !== undefined && isReportedRunning(before)) {
      this.#unwatched.set(before.syncId, { job: before, since: now });
    }
  }

  /** The jobs of the syncs that a list requested at that moment may not include, by entity ID. A later list includes them. */
  missingFromListOf(requestedAt: EpochMs, now: EpochMs): ReadonlyMap<string, readonly Job[]> {
    for (const [syncId, { since }] of this.#unwatched) {
      // None is later than now, unless the clock was set back: then lists would seem older than they are.
      if (since < requestedAt || since > now) {
        this.#unwatched.delete(syncId);
      }
    }
    const jobs = Array.from(this.#unwatched.values(), ({ job }) => job);
    return Map.groupBy(jobs, ({ entityId }) => entityId);
  }
}

/** An adopted job is dropped if its first response says that it has ended. */
function isReportedRunning(job: Job): boolean {
  return job.kind === 'sync' && isRunning(job) && (job.origin === 'started' || job.status !== undefined);
}
