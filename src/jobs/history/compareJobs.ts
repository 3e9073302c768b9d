import { compareValues } from '../../base/lists.ts';
import type { EpochMs } from '../../base/time.ts';
import { isRunning, jobEndedAt } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';

/** Orders running jobs first, each group newest first. A poll never moves a running job. 0 only for the same ID. */
export function compareJobs(a: Job, b: Job): number {
  return Number(isRunning(b)) - Number(isRunning(a)) || sortTime(b) - sortTime(a) || compareValues(a.syncId, b.syncId);
}

function sortTime(job: Job): EpochMs {
  return isRunning(job) ? job.knownSince : jobEndedAt(job);
}
