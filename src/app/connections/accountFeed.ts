import type { Session } from '../session/session.ts';
import type { ConnectionFeed } from './connectionFeed.ts';

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
