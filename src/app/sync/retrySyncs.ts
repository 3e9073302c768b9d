import { canRetry } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { JobTracker } from '../tracking/jobTracker.ts';
import type { StartedSyncs } from './syncOutcome.ts';

interface RetryOptions {
  readonly tracker: Pick<JobTracker, 'markSeen' | 'markRetried'>;
  readonly start: (jobs: readonly Job[]) => Promise<StartedSyncs>;
}

/**
 * Starts a new sync for each sync among these jobs that failed or is no longer watched, once per connection. These jobs stay and count as
 * seen; those in whose place a sync was started can't be retried again. Resolves to what `start` resolves to; undefined if there was nothing
 * to retry, without calling it.
 */
export function retrySyncs(jobs: readonly Job[], { tracker, start }: RetryOptions): Promise<StartedSyncs> | undefined {
  const retryable = jobs.filter((job) => job.kind === 'sync' && canRetry(job));
  if (retryable.length === 0) {
    return undefined;
  }
  tracker.markSeen(retryable);
  return start(retryable).then((started) => {
    const entityIds = new Set([started ?? []].flat().map(({ entityId }) => entityId));
    tracker.markRetried(retryable.filter(({ entityId }) => entityIds.has(entityId)));
    return started;
  });
}
