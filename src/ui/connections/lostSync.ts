import { l10n, window } from 'vscode';
import { notificationText } from '../../base/displayText.ts';
import type { ConnectionFeed } from '../../jobs/connectionFeed.ts';
import type { StartedJob } from '../../model/upload.ts';
import { describeFailure } from '../errors/describeFailure.ts';
import { UserError } from '../errors/userError.ts';

/** The syncs of a connection that were known before another was asked for. Undefined where nothing was known at all. */
export type KnownSyncs = ReadonlySet<string> | undefined;

/**
 * Looks whether a sync began whose answer was lost: the connection names a last sync that was not known before. Where
 * it does, that sync is returned and said; otherwise a `UserError` says what is known and what is not.
 */
export async function lookForSync(
  feed: ConnectionFeed,
  entityId: string,
  name: string,
  known: KnownSyncs,
): Promise<StartedJob> {
  const result = await feed.refresh();
  if (result.kind !== 'connections') {
    throw new UserError(
      [
        l10n.t('No answer came when the sync of “{0}” was started, and the connections could not be read.', name),
        ...(result.kind === 'failure' ? [describeFailure(result.failure).what] : []),
        l10n.t('It may have started: look before you start it again.'),
      ].join(' '),
    );
  }
  const now = result.connections.find((connection) => connection.entityId === entityId);
  const syncId = now?.lastSyncId;
  if (syncId === undefined || !(known === undefined ? now?.isCurrentlySyncing : !known.has(syncId))) {
    throw new UserError(
      l10n.t(
        'No answer came when the sync of “{0}” was started, and the service shows no new sync so far. It may still begin: look before you start it again.',
        name,
      ),
    );
  }
  void window.showInformationMessage(
    notificationText(
      l10n.t('No answer came when the sync of “{0}” was started, but the service shows that a new one began.', name),
    ),
  );
  return { syncId, entityId, message: '' };
}
