import { l10n } from 'vscode';
import type { ConnectionFeed } from '../../app/connections/connectionFeed.ts';
import type { Session } from '../../app/session/session.ts';
import type { SyncPrompts } from '../../app/sync/syncPrompts.ts';
import { SyncStarter } from '../../app/sync/syncStarter.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { plainText } from '../../base/displayText.ts';
import type { Logger } from '../../base/logger.ts';
import { notificationText, titleText } from '../../base/sinkText.ts';
import { showInformation, showWarning } from '../window/notifications.ts';
import { pickConnections } from './pickConnection.ts';
import { firstNames, moreText } from './syncText.ts';

interface SyncStarterOptions {
  readonly session: Session;
  readonly feed: ConnectionFeed;
  readonly tracker: JobTracker;
  readonly viewPrompts: Pick<SyncPrompts, 'showProgress' | 'setStarting'>;
  readonly log: Logger;
}

export function createSyncStarter({ session, feed, tracker, viewPrompts, log }: SyncStarterOptions): SyncStarter {
  return new SyncStarter({ session, feed, tracker, log, prompts: { ...viewPrompts, ...createSyncPrompts(feed) } });
}

function createSyncPrompts(feed: ConnectionFeed): Omit<SyncPrompts, 'showProgress' | 'setStarting'> {
  return {
    chooseConnections: (proposed) =>
      pickConnections(feed, {
        proposed,
        title: titleText(l10n.t('Start Sync')),
        placeholder: titleText(l10n.t('Select connections to sync')),
        isActiveOnly: true,
      }),
    showAlreadySyncing(names) {
      showNames(names, {
        one: (name) => l10n.t('“{0}” is already syncing.', name),
        several: (list) => l10n.t('These connections are already syncing: {0}.', list),
      });
    },
    showInactive(names) {
      showNames(names, {
        one: (name) => l10n.t('“{0}” is inactive. Activate it in the service to sync it.', name),
        several: (list) => l10n.t('These connections are inactive: {0}.', list),
        afterSeveral: l10n.t('Activate them in the service to sync them.'),
      });
    },
    showReconciled(name) {
      const message = l10n.t('The response was lost, but the connection shows that the sync of “{0}” started.', name);
      void showInformation(notificationText(message));
    },
    showStartedBeforeSignOut(names) {
      showNames(names, {
        one: (name) =>
          l10n.t('The sync of “{0}” was started before you signed out. It continues in the service.', name),
        several: (list) => l10n.t('These syncs were started before you signed out: {0}.', list),
        afterSeveral: l10n.t('They continue in the service.'),
      });
    },
    warnOtherConnection(requested, started) {
      const message = l10n.t(
        'The sync of “{0}” was requested, but the service reports that it started the sync of “{1}”. Check both connections in the service.',
        plainText(requested, 80),
        plainText(started, 80),
      );
      void showWarning(notificationText(message));
    },
  };
}

interface NamesText {
  readonly one: (name: string) => string;
  readonly several: (list: string) => string;
  /** A sentence that follows the names of several connections. */
  readonly afterSeveral?: string;
}

function showNames(names: readonly string[], { one, several, afterSeveral }: NamesText): void {
  const [first = '', ...others] = names;
  const sentences =
    others.length === 0 ? [one(first)] : [several(firstNames(names)), ...moreText(names), afterSeveral ?? []].flat();
  void showInformation(notificationText(sentences.join(' ')));
}
