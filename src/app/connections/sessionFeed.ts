import { ApiError } from '../../api/apiError.ts';
import { ConnectionFeed } from './connectionFeed.ts';
import type { ConnectionsAnswer } from './connectionFeed.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Session } from '../session/session.ts';
import type { JobTracker } from '../tracking/jobTracker.ts';

interface SessionFeedOptions {
  readonly session: Session;
  readonly intervalMs: () => number;
  readonly pauseLeftMs: () => number;
}

/** Jobs that end one after another are one reason to look at the connections again. */
const SHORTEST_REFRESH_GAP_MS = 15_000;

/** The connections of whoever is signed in. */
export function createSessionFeed({ session, intervalMs, pauseLeftMs }: SessionFeedOptions): ConnectionFeed {
  return new ConnectionFeed({ list: (signal) => listConnections(session, signal), intervalMs, pauseLeftMs });
}

/**
 * Begins anew for another account. Hands every answer to the jobs, which follow what they find running. Asks again soon
 * after a job has ended; so a running sync needs no faster asking here.
 */
export function connectFeed(
  feed: ConnectionFeed,
  { session, jobs }: { readonly session: Session; readonly jobs: Pick<JobTracker, 'adopt' | 'onDidFinish'> },
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
  let askedAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = (): void => {
    timer = undefined;
    askedAt = performance.now();
    void feed.refresh();
  };
  subscriptions.add(
    jobs.onDidFinish(() => {
      timer ??= setTimeout(refresh, Math.max(0, askedAt + SHORTEST_REFRESH_GAP_MS - performance.now()));
    }),
  );
  subscriptions.add({ dispose: () => clearTimeout(timer) });
  return subscriptions;
}

async function listConnections(session: Session, signal: AbortSignal): Promise<ConnectionsAnswer> {
  const { state } = session;
  if (state.kind === 'signedOut') {
    return { kind: 'failure', failure: { kind: 'signedOut' } };
  }
  try {
    return { kind: 'connections', ...(await state.client.listConnections({ signal })) };
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    session.noteFailure(error.failure);
    return { kind: 'failure', failure: error.failure };
  }
}
