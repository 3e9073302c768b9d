import type { EpochMs } from '../../base/time.ts';
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
  #watched: readonly Job[] = [];
  #unwatched: readonly Unwatched[] = [];

  /** Call this with all jobs of the account whenever they have changed. */
  see(jobs: readonly Job[], now: EpochMs): void {
    const known = new Set(jobs.map(({ syncId }) => syncId));
    const isGone = ({ syncId }: Job): boolean => !known.has(syncId);
    const removed = this.#watched.filter(isGone).map((job) => ({ job, since: now }));
    this.#unwatched = [...this.#unwatched.filter(({ job }) => isGone(job)), ...removed];
    this.#watched = jobs.filter(isSeenRunning);
  }

  /** Those that a list requested at that moment may not include. A later list does. */
  unknownSince(askedAt: EpochMs): readonly Job[] {
    this.#unwatched = this.#unwatched.filter(({ since }) => since >= askedAt);
    return this.#unwatched.map(({ job }) => job);
  }
}

/** An adopted job is dropped if its first answer says that it has ended. */
function isSeenRunning(job: Job): boolean {
  return job.kind === 'sync' && isRunning(job) && (job.origin === 'started' || job.status !== undefined);
}
