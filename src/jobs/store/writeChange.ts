import type { Job } from '../../model/job.ts';
import { newlySeen } from '../history/jobSteps.ts';
import type { LedgerTables } from './ledgerTables.ts';
import { jobsBeyondAge, jobsBeyondCount } from './retention.ts';

interface JobChange {
  readonly before: Job | undefined;
  readonly after: Job;
  /** The account's jobs before the change. */
  readonly known: readonly Job[];
}

/** Writes a job that was added or changed, with the state that it was seen in. Returns the jobs that were dropped for it. */
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
