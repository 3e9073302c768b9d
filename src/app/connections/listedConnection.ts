import type { ConnectionFeed } from './connectionFeed.ts';
import type { EpochMs } from '../../base/time.ts';
import { connectionName } from '../../model/connection.ts';
import type { Connection } from '../../model/connection.ts';
import type { Job } from '../../model/job.ts';
import type { StartedJob } from '../../model/upload.ts';
import { withJobs } from '../../model/withJobs.ts';

type Feed = Pick<ConnectionFeed, 'find'>;

export interface ListedJobSource {
  /** Returns a function that finds the jobs with which to update a connection of the list requested at `requestedAt`. */
  readonly jobsForListAt: (requestedAt: EpochMs) => (entityId: string) => readonly Job[];
}

/**
 * Returns a function that finds a connection as last listed, updated with its tracked jobs; undefined if it is not in the list, or there
 * is none. The jobs are read once, for all connections.
 */
export function currentConnectionLookup(
  feed: Pick<ConnectionFeed, 'state' | 'find'>,
  jobs: ListedJobSource,
): (entityId: string) => Connection | undefined {
  const { state } = feed;
  if (state.kind !== 'loaded') {
    return () => undefined;
  }
  const { requestedAt } = state;
  const jobsOf = jobs.jobsForListAt(requestedAt);
  return (entityId) => {
    const listed = feed.find(entityId);
    return listed && withJobs(listed, requestedAt, jobsOf(entityId));
  };
}

/** Whether all connections of the account are listed, and none has this ID. */
export function isUnlisted(feed: Pick<ConnectionFeed, 'state' | 'find'>, entityId: string): boolean {
  const { state } = feed;
  const isComplete = state.kind === 'loaded' && state.droppedRows + state.omittedRows === 0;
  return isComplete && feed.find(entityId) === undefined;
}

/** The name to show for an entity ID, whether or not a connection is known to have it. */
export function connectionNameById(feed: Feed, entityId: string): string {
  return connectionName(feed.find(entityId) ?? { entityId, entityName: '' });
}

/**
 * The name of the connection that the service started work for, if that is another one than requested; otherwise undefined. The
 * job is shown as the service reports it, and the user is warned: the work has begun and can't be undone.
 */
export function otherConnection({ entityId }: StartedJob, requestedId: string, feed: Feed): string | undefined {
  return entityId === requestedId ? undefined : connectionNameById(feed, entityId);
}
