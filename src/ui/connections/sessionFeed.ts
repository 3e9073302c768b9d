import { ApiError } from '../../api/apiError.ts';
import { ConnectionFeed } from '../../jobs/connectionFeed.ts';
import type { ConnectionsAnswer } from '../../jobs/connectionFeed.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Session } from '../accounts/session.ts';
import type { FollowedJobs } from '../jobs/followedJobs.ts';

interface SessionFeedOptions {
  readonly session: Session;
  readonly intervalMs: () => number;
}

/** The connections of whoever is signed in. */
export function createSessionFeed({ session, intervalMs }: SessionFeedOptions): ConnectionFeed {
  return new ConnectionFeed({ list: (signal) => listConnections(session, signal), intervalMs });
}

/**
 * Begins anew for another account, hands every answer to the jobs, which follow what they find running, and asks again
 * when a job has ended; so a running sync needs no faster asking here.
 */
export function connectFeed(
  feed: ConnectionFeed,
  { session, jobs }: { readonly session: Session; readonly jobs: Pick<FollowedJobs, 'adopt' | 'onDidFinish'> },
): Disposable {
  const subscriptions = new DisposableStore();
  subscriptions.add(session.onDidChange(() => feed.reset()));
  subscriptions.add(
    feed.onDidChange((state) => {
      if (state.kind === 'loaded' && state.failure === undefined) {
        jobs.adopt(state.connections);
      }
    }),
  );
  subscriptions.add(jobs.onDidFinish(() => void feed.refresh()));
  return subscriptions;
}

async function listConnections(session: Session, signal: AbortSignal): Promise<ConnectionsAnswer> {
  const { state } = session;
  if (state.kind === 'signedOut') {
    return { kind: 'failure', failure: { kind: 'signedOut' } };
  }
  try {
    const { connections, droppedRows } = await state.client.listConnections({ signal });
    return { kind: 'connections', connections, droppedRows };
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    session.noteFailure(error.failure);
    return { kind: 'failure', failure: error.failure };
  }
}
