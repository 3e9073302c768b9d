import type { ConnectionFeed } from './connectionFeed.ts';
import type { EpochMs } from '../../base/time.ts';
import { connectionName, withJobs } from '../../model/connection.ts';
import type { Connection } from '../../model/connection.ts';
import type { Job } from '../../model/job.ts';
import type { StartedJob } from '../../model/upload.ts';

type Feed = Pick<ConnectionFeed, 'find'>;

/** The tracked jobs, beside a list of connections that was requested at that moment. */
interface Jobs {
  readonly syncsBeside: (askedAt: EpochMs) => readonly Job[];
}

/** The connections as last listed, updated by the tracked jobs. Empty before the first answer. */
export function currentConnections({ state }: Pick<ConnectionFeed, 'state'>, jobs: Jobs): readonly Connection[] {
  return state.kind === 'loaded' ? withJobs(state.connections, state.askedAt, jobs.syncsBeside(state.askedAt)) : [];
}

/** The name to show for an entity ID, whether or not a connection is known to have it. */
export function nameOfConnection(feed: Feed, entityId: string): string {
  return connectionName(feed.find(entityId) ?? { entityId, entityName: '' });
}

/**
 * The name of the connection that the service started work for, if that is another one than requested; otherwise undefined. The
 * job is shown as the service reports it, and the user is warned: the work has begun and can't be undone.
 */
export function otherConnection({ entityId }: StartedJob, requestedId: string, feed: Feed): string | undefined {
  return entityId === requestedId ? undefined : nameOfConnection(feed, entityId);
}
