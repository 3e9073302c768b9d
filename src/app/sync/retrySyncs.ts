import { jobState } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { JobTracker } from '../tracking/jobTracker.ts';

/** Whether a new sync can be started in place of this job. An upload can't be repeated without its file. */
export function canRetry(job: Job): boolean {
  const state = jobState(job);
  return job.kind === 'sync' && (state === 'failed' || state === 'lost');
}

/**
 * Starts a new sync for each failed sync among these jobs, once per connection. The failed jobs stay, and count as seen.
 * Returns what `start` returns; undefined if there was nothing to retry.
 */
export function retrySyncs<T>(
  jobs: readonly Job[],
  { tracker, start }: { readonly tracker: Pick<JobTracker, 'markSeen'>; readonly start: (jobs: readonly Job[]) => T },
): T | undefined {
  const failed = jobs.filter(canRetry);
  if (failed.length === 0) {
    return undefined;
  }
  for (const { syncId } of failed) {
    tracker.markSeen(syncId);
  }
  return start(failed);
}
