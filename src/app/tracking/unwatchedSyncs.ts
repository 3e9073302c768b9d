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
  #unwatched: readonly Unwatched[] = [];

  /** Call this with every change of a job of the account. */
  handleChange({ syncId, before, after }: Pick<JobStoreChange, 'syncId' | 'before' | 'after'>, now: EpochMs): void {
    if (after === undefined && before !== undefined && isSeenRunning(before)) {
      this.#unwatched = [...this.#unwatched, { job: before, since: now }];
    } else if (after !== undefined && this.#unwatched.length > 0) {
      this.#unwatched = this.#unwatched.filter(({ job }) => job.syncId !== syncId);
    }
  }

  /** The jobs of the syncs that a list requested at that moment may not include. A later list does. */
  missingFromListOf(requestedAt: EpochMs, now: EpochMs): readonly Job[] {
    // None is later than now, unless the clock was set back: then lists would seem older than they are.
    this.#unwatched = this.#unwatched.filter(({ since }) => since >= requestedAt && since <= now);
    return this.#unwatched.map(({ job }) => job);
  }
}

/** An adopted job is dropped if its first response says that it has ended. */
function isSeenRunning(job: Job): boolean {
  return job.kind === 'sync' && isRunning(job) && (job.origin === 'started' || job.status !== undefined);
}
