import type { Failure } from '../../model/failure.ts';
import type { StartedJob } from '../../model/upload.ts';
import type { ConnectionFeed } from '../connections/connectionFeed.ts';

/** The IDs of the syncs of a connection that were known before another was requested; undefined if none could be known. */
export type KnownSyncs = ReadonlySet<string> | undefined;

export type SyncReconciliation =
  /** The connection shows a sync that was not known before. */
  | { readonly kind: 'found'; readonly started: StartedJob }
  | { readonly kind: 'notFound' }
  /** The connections could not be read; without a failure if the account changed meanwhile. */
  | { readonly kind: 'unreadable'; readonly failure?: Failure };

/** Finds out from the list of connections whether a sync started although its response was lost. */
export async function reconcileSync(
  feed: Pick<ConnectionFeed, 'refresh'>,
  entityId: string,
  known: KnownSyncs,
): Promise<SyncReconciliation> {
  const result = await feed.refresh();
  if (result.kind !== 'connections') {
    return { kind: 'unreadable', ...(result.kind === 'failure' && { failure: result.failure }) };
  }
  const connection = result.connections.find((row) => row.entityId === entityId);
  const syncId = connection?.lastSyncId;
  const isNew = known === undefined ? connection?.isCurrentlySyncing : syncId !== undefined && !known.has(syncId);
  return syncId !== undefined && isNew === true
    ? { kind: 'found', started: { syncId, entityId, message: '' } }
    : { kind: 'notFound' };
}
