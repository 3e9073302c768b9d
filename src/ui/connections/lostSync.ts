import { l10n } from 'vscode';
import { notificationText } from '../../base/sinkText.ts';
import type { ConnectionFeed } from '../../app/connections/connectionFeed.ts';
import type { Failure } from '../../model/failure.ts';
import type { StartedJob } from '../../model/upload.ts';
import { describeFailure } from '../format/failureText.ts';
import { UserError } from '../errors/userError.ts';
import { showInformation } from '../window/notifications.ts';

/** The syncs of a connection that were known before another was asked for. Undefined where nothing was known at all. */
export type KnownSyncs = ReadonlySet<string> | undefined;

/** A sync that was asked for and may have started. */
interface UnknownSync {
  readonly entityId: string;
  readonly name: string;
  readonly known: KnownSyncs;
  /** Why it is not known whether it started. */
  readonly why: Failure;
}

/**
 * Looks whether a sync began though no answer said so: the connection names a last sync that was not known before. Where
 * it does, that sync is returned and said; otherwise a `UserError` says what is known and what is not.
 */
export async function lookForSync(
  feed: ConnectionFeed,
  { entityId, name, known, why }: UnknownSync,
): Promise<StartedJob> {
  const result = await feed.refresh();
  const opening = l10n.t('The sync of “{0}” may have started. {1}', name, describeFailure(why).what);
  if (result.kind !== 'connections') {
    throw new UserError(
      [
        opening,
        l10n.t('The connections could not be read to find out.'),
        ...(result.kind === 'failure' ? [describeFailure(result.failure).what] : []),
        l10n.t('Look at the connection before you start it again.'),
      ].join(' '),
    );
  }
  const now = result.connections.find((connection) => connection.entityId === entityId);
  const syncId = now?.lastSyncId;
  if (syncId === undefined || !(known === undefined ? now?.isCurrentlySyncing : !known.has(syncId))) {
    throw new UserError(
      [opening, l10n.t('The connection shows no new sync so far. Look again before you start it again.')].join(' '),
    );
  }
  void showInformation(
    notificationText(
      l10n.t('The answer did not say whether the sync of “{0}” started, but the connection shows that it did.', name),
    ),
  );
  return { syncId, entityId, message: '' };
}
