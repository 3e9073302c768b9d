import { l10n } from 'vscode';
import type { ConnectionFeed } from '../../jobs/connectionFeed.ts';
import type { Connection } from '../../model/connection.ts';
import { describeFailure } from '../errors/describeFailure.ts';
import { UserError } from '../errors/userError.ts';

/**
 * Looks whether a sync began whose answer was lost: the connection names a sync that it did not name `before`. Where it
 * does, that sync is returned; otherwise a `UserError` says what is known and what is not.
 */
export async function lookForSync(
  feed: ConnectionFeed,
  entityId: string,
  name: string,
  before: Connection | undefined,
): Promise<{ readonly syncId: string; readonly entityId: string }> {
  const result = await feed.refresh();
  if (result.kind !== 'connections') {
    const why = result.kind === 'failure' ? describeFailure(result.failure).what : '';
    throw new UserError(
      [
        l10n.t('No answer came when the sync of “{0}” was started, and the connections could not be read.', name),
        why,
        l10n.t('It may have started: look before you start it again.'),
      ]
        .filter(Boolean)
        .join(' '),
    );
  }
  const now = result.connections.find((connection) => connection.entityId === entityId);
  const isNew = before === undefined ? now?.isCurrentlySyncing : now?.lastSyncId !== before.lastSyncId;
  if (now?.lastSyncId !== undefined && isNew === true) {
    return { syncId: now.lastSyncId, entityId };
  }
  throw new UserError(
    l10n.t(
      'No answer came when the sync of “{0}” was started, and the service shows no new sync so far. It may still begin: look before you start it again.',
      name,
    ),
  );
}
