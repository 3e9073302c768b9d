import type { EpochMs } from '../../base/time.ts';
import { isRunning, isUnannounced, jobEndedAt, needsStatus } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';

const MAX_JOBS_PER_ACCOUNT = 500;
export const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Which of an account's jobs are too many: the first of those that have ended. Never dropped are those that are still to
 * be asked about and, until they are too old, those whose outcome the user has not been told.
 */
export function jobsBeyondCount(jobs: readonly Job[], now: EpochMs): Job[] {
  const excess = jobs.length - MAX_JOBS_PER_ACCOUNT;
  return excess <= 0
    ? []
    : jobs
        .filter((job) => !needsStatus(job) && (!isUnannounced(job) || isTooOld(job, now)))
        .sort((a, b) => jobEndedAt(a) - jobEndedAt(b))
        .slice(0, excess);
}

/** Which jobs ended too long ago to be remembered. */
export function jobsBeyondAge(jobs: readonly Job[], now: EpochMs): Job[] {
  return jobs.filter((job) => !isRunning(job) && isTooOld(job, now));
}

function isTooOld(job: Job, now: EpochMs): boolean {
  // Also by our own clock: the service's may be far behind.
  return now - Math.max(jobEndedAt(job), job.knownSince) > MAX_AGE_MS;
}
