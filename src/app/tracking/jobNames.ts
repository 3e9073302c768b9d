import type { JobStore } from '../../jobs/store/jobStore.ts';
import { isUnnamed } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { ConnectionFeed } from '../connections/connectionFeed.ts';

type Feed = Pick<ConnectionFeed, 'find'>;

/** Names the stored jobs that were started by an ID. Call this after each list of all connections. */
export function nameJobs(accountId: string, store: Pick<JobStore, 'jobs' | 'updateAll'>, feed: Feed): void {
  const nameable = store.jobs(accountId).unnamed.filter((job) => withName(job, feed) !== job);
  if (nameable.length > 0) {
    const syncIds = nameable.map(({ syncId }) => syncId);
    store.updateAll(accountId, syncIds, (job) => withName(job, feed));
  }
}

/** The job with the name of its connection, as far as that is known by now. */
export function withName(job: Job, feed: Feed): Job {
  const entityName = isUnnamed(job) ? feed.find(job.entityId)?.entityName : undefined;
  return entityName === undefined || entityName === job.entityName ? job : { ...job, entityName };
}
