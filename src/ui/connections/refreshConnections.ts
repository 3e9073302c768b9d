import { ApiError } from '../../api/apiError.ts';
import type { ConnectionFeed } from '../../app/connections/connectionFeed.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import type { ConnectionsView } from './connectionsView.ts';

interface RefreshOptions {
  readonly feed: ConnectionFeed;
  readonly view: ConnectionsView;
  readonly jobs: Pick<JobTracker, 'askNow' | 'endPause'>;
}

/**
 * Asks for the connections and the running jobs now, even where the service has asked to be left alone: once it answers,
 * that no longer holds. Throws `ApiError` where the connections could not be had.
 */
export async function refreshConnections({ feed, view, jobs }: RefreshOptions): Promise<void> {
  jobs.askNow();
  const result = await view.showProgress(() => feed.refresh({ isByHand: true }));
  if (result.kind === 'failure') {
    throw new ApiError(result.failure);
  }
  if (result.kind === 'connections') {
    jobs.endPause();
  }
}
