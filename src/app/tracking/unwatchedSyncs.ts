import type { EpochMs } from '../../base/time.ts';
import { isRunning } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';

interface Unwatched {
  readonly job: Job;
  readonly since: EpochMs;
}

/**
 * The syncs of an account that ran when they were removed from the jobs, in whichever window. Their connections still
 * sync, although no job says so any more and the last list of connections may be from before they began.
 */
export class UnwatchedSyncs {
  #watched: readonly Job[] = [];
  #unwatched: readonly Unwatched[] = [];

  /** To be called with all jobs of the account whenever they have changed. */
  see(jobs: readonly Job[], now: EpochMs): void {
    const known = new Set(jobs.map(({ syncId }) => syncId));
    const isGone = ({ syncId }: Job): boolean => !known.has(syncId);
    const removed = this.#watched.filter(isGone).map((job) => ({ job, since: now }));
    this.#unwatched = [...this.#unwatched.filter(({ job }) => isGone(job)), ...removed];
    this.#watched = jobs.filter(isSeenRunning);
  }

  /** Those of which an answer to a list that was asked for at that moment says nothing yet. A later answer does. */
  unknownSince(askedAt: EpochMs): readonly Job[] {
    this.#unwatched = this.#unwatched.filter(({ since }) => since >= askedAt);
    return this.#unwatched.map(({ job }) => job);
  }
}

/** An adopted one may be found to have ended, and be dropped, at the first answer about it. */
function isSeenRunning(job: Job): boolean {
  return job.kind === 'sync' && isRunning(job) && (job.origin === 'started' || job.status !== undefined);
}
