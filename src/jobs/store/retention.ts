import type { EpochMs } from '../../base/time.ts';
import { isRunning, isUnannounced, jobEndedAt, needsStatus } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { newlySeen } from '../history/jobSteps.ts';
import type { LedgerTables } from './ledgerTables.ts';

const MAX_JOBS_PER_ACCOUNT = 500;
export const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * The jobs of an account to drop because there are too many: those that ended first. Keeps jobs that still need a status
 * and, until they are too old, those whose outcome has not been announced.
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

/** The jobs to drop because they ended too long ago. */
function jobsBeyondAge(jobs: readonly Job[], now: EpochMs): Job[] {
  return jobs.filter((job) => !isRunning(job) && isTooOld(job, now));
}

function isTooOld(job: Job, now: EpochMs): boolean {
  // Also by this machine's clock: the service's may be far behind.
  return now - Math.max(jobEndedAt(job), job.knownSince) > MAX_AGE_MS;
}

interface JobChange {
  readonly before: Job | undefined;
  readonly after: Job;
  /** The account's jobs before the change. */
  readonly known: readonly Job[];
}

/** Writes a job that was added or changed, with its new state. Returns the jobs that were dropped because of it. */
export function writeChange(tables: LedgerTables, { before, after, known }: JobChange): readonly Job[] {
  const now = Date.now();
  tables.writeJob(after);
  const seen = newlySeen(before, after, now);
  if (seen) {
    tables.writeSeen(after, seen);
  }
  if (before) {
    return [];
  }
  const jobs = [...known, after];
  const dropped = new Set([...jobsBeyondAge(jobs, now), ...jobsBeyondCount(jobs, now)]);
  dropped.forEach((job) => tables.deleteJob(job.accountId, job.syncId));
  return [...dropped];
}
