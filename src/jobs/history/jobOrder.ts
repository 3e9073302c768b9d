import type { EpochMs } from '../../base/time.ts';
import { isRunning } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';

/** When an ended job ended: the service's word where it gave one, else when we heard of it. */
export function jobEndedAt(job: Job): EpochMs {
  return job.status?.completedAt ?? job.answeredAt ?? job.knownSince;
}

/** Running jobs first, then ended ones; in both the newest first. An answer never moves a job that still runs. */
export function sortJobs(jobs: readonly Job[]): Job[] {
  return [...jobs].sort(
    (a, b) => Number(isRunning(b)) - Number(isRunning(a)) || moment(b) - moment(a) || (a.syncId < b.syncId ? -1 : 1),
  );
}

function moment(job: Job): EpochMs {
  return isRunning(job) ? job.knownSince : jobEndedAt(job);
}
