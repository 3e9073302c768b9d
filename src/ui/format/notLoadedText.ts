import { l10n } from 'vscode';
import type { ConnectionFeedState } from '../../app/connections/feedState.ts';
import type { SessionState } from '../../app/session/session.ts';
import { failureSentence } from './failureText.ts';

/** Why no connections can be shown, for a page; undefined if they are loaded. */
export function notLoadedText(session: Pick<SessionState, 'kind'>, feed: ConnectionFeedState): string | undefined {
  if (session.kind === 'signedOut') {
    return failureSentence({ kind: 'signedOut' });
  }
  switch (feed.kind) {
    case 'loading':
      return l10n.t('Loading connections…');
    case 'failed':
      return failureSentence(feed.failure);
    case 'loaded':
      return undefined;
  }
}
