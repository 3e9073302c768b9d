import { ApiError } from '../../api/apiError.ts';
import { readClocks } from '../../base/monotonicClock.ts';
import { pauseLeftMs } from '../../jobs/polling/retryAfterPause.ts';
import type { JobStore } from '../../jobs/store/jobStore.ts';
import type { Session } from '../session/session.ts';
import { ConnectionFeed } from './connectionFeed.ts';
import type { ConnectionsResponse } from './feedState.ts';

interface SessionFeedOptions {
  readonly session: Session;
  /** Has the pause that the service requested. */
  readonly store: Pick<JobStore, 'health'>;
  readonly intervalMs: () => number;
  /** A BCP 47 tag, for sorting names. */
  readonly language?: string;
}

/** The connections of the account that is signed in. */
export function createSessionFeed({ session, store, intervalMs, language }: SessionFeedOptions): ConnectionFeed {
  return new ConnectionFeed({
    list: (signal) => listConnections(session, signal),
    intervalMs,
    pauseLeftMs: () =>
      session.state.kind === 'signedIn' ? pauseLeftMs(store.health(session.state.account.id).pause, readClocks()) : 0,
    isSignedOut: () => session.state.kind === 'signedOut',
    onDidChangeAccount: session.onDidChange,
    language,
  });
}

async function listConnections(session: Session, signal: AbortSignal): Promise<ConnectionsResponse> {
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
    session.recordFailure(error.failure);
    return { kind: 'failure', failure: error.failure };
  }
}

/** The connections of one account: refreshing them is cancelled while the window uses another one, whose list says nothing about them. */
export function accountFeed(
  accountId: string,
  session: Pick<Session, 'state'>,
  feed: Pick<ConnectionFeed, 'refresh'>,
): Pick<ConnectionFeed, 'refresh'> {
  return {
    refresh: () =>
      session.state.kind === 'signedIn' && session.state.account.id === accountId
        ? feed.refresh()
        : Promise.resolve({ kind: 'cancelled' }),
  };
}
