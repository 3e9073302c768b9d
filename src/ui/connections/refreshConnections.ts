import { ApiError } from '../../api/apiError.ts';
import type { ConnectionFeed } from '../../jobs/connectionFeed.ts';
import type { FollowedJobs } from '../jobs/followedJobs.ts';
import type { ConnectionsView } from './connectionsView.ts';

interface RefreshOptions {
  readonly feed: ConnectionFeed;
  readonly view: ConnectionsView;
  readonly jobs: Pick<FollowedJobs, 'askNow'>;
}

/** Asks for the connections and the running jobs now. Throws `ApiError` where the connections could not be had. */
export async function refreshConnections({ feed, view, jobs }: RefreshOptions): Promise<void> {
  jobs.askNow();
  const result = await view.withProgress(() => feed.refresh());
  if (result.kind === 'failure') {
    throw new ApiError(result.failure);
  }
}
