import { DAY_MS } from '../../base/time.ts';
import type { EpochMs } from '../../base/time.ts';
import { isRunning, isSettled, jobEndedAt, needsPolling } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { Jobs } from '../history/jobCollection.ts';
import { compareJobs } from '../history/sortedJobs.ts';

const MAX_JOBS_PER_ACCOUNT = 500;
export const MAX_AGE_MS = 30 * DAY_MS;

/**
 * The jobs of an account to drop when others are added, some of which may be among them: those that ended too long ago and,
 * if there are too many, those that ended first. See `jobsBeyondCount`.
 */
export function jobsToDrop(jobs: Jobs, added: readonly Job[], now: EpochMs): readonly Job[] {
  return [...new Set([...jobsBeyondAge(jobs, added, now), ...jobsBeyondCount(jobs, added, now)])];
}

/**
 * The jobs to drop because there are too many: those that ended first. Keeps jobs that still need a status and, until they
 * are too old, those whose outcome has not been announced.
 */
export function jobsBeyondCount(jobs: Jobs, added: readonly Job[], now: EpochMs): readonly Job[] {
  const excess = jobs.size + added.length - MAX_JOBS_PER_ACCOUNT;
  if (excess <= 0 || (added.length === 0 && jobs.runningCount === jobs.size)) {
    // Returns before the jobs are sorted, because this is called for each of many jobs that are read.
    return [];
  }
  const settledCount = jobs.settledCount + added.filter(isSettled).length;
  const dropped: Job[] = [];
  let settledSoFar = 0;
  for (const job of byEnd(jobs, added)) {
    // No later job can be dropped. Most of the time, the loop ends here at its first job.
    if (dropped.length >= excess || (settledSoFar === settledCount && !endedLongAgo(job, now))) {
      break;
    }
    settledSoFar += isSettled(job) ? 1 : 0;
    if (isSettled(job) || (!needsPolling(job) && isExpired(job, now))) {
      dropped.push(job);
    }
  }
  return dropped;
}

/** The jobs to drop because they ended too long ago. */
function jobsBeyondAge(jobs: Jobs, added: readonly Job[], now: EpochMs): readonly Job[] {
  const dropped: Job[] = [];
  for (const job of byEnd(jobs, added)) {
    if (!endedLongAgo(job, now)) {
      break;
    }
    if (isExpired(job, now)) {
      dropped.push(job);
    }
  }
  return dropped;
}

/** The jobs that have ended, in the order in which they ended. */
function* byEnd({ sorted, runningCount }: Jobs, added: readonly Job[]): Generator<Job> {
  const others = added.filter((job) => !isRunning(job)).sort(compareJobs);
  for (let index = sorted.length - 1; index >= runningCount; index -= 1) {
    const job = sorted[index];
    for (let other = others.at(-1); job && other && compareJobs(other, job) > 0; other = others.at(-1)) {
      others.pop();
      yield other;
    }
    if (job) {
      yield job;
    }
  }
  yield* others.reverse();
}

/** Whether the job ended too long ago by the service's clock, which may be far behind. */
function endedLongAgo(job: Job, now: EpochMs): boolean {
  return now - jobEndedAt(job) > MAX_AGE_MS;
}

/** Whether the job ended too long ago by both clocks. */
function isExpired(job: Job, now: EpochMs): boolean {
  return endedLongAgo(job, now) && now - job.knownSince > MAX_AGE_MS;
}
