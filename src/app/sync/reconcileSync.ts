import type { MonotonicMs } from '../../base/monotonicClock.ts';
import type { Failure } from '../../model/failure.ts';
import type { StartedJob } from '../../model/upload.ts';
import type { ConnectionFeed } from '../connections/connectionFeed.ts';
import { isFresh } from '../connections/feedState.ts';

/** What was known of the syncs of a connection before another was requested. */
export interface KnownSyncs {
  readonly syncIds: ReadonlySet<string>;
  /** When the connections were last listed; undefined if they were not. */
  readonly listedAt: MonotonicMs | undefined;
}

export type SyncReconciliation =
  /** The connection shows a sync that was not known before. */
  | { readonly kind: 'found'; readonly started: StartedJob }
  | { readonly kind: 'notFound' }
  /** The connections could not be read. */
  | { readonly kind: 'failure'; readonly failure: Failure }
  /** The window uses another account meanwhile. */
  | { readonly kind: 'accountChanged' };

/** Finds out from the list of connections whether a sync started although its response was lost. */
export async function reconcileSync(
  feed: Pick<ConnectionFeed, 'refresh'>,
  entityId: string,
  { syncIds, listedAt }: KnownSyncs,
): Promise<SyncReconciliation> {
  // An older list may lack a sync that has ended since.
  const wasFresh = listedAt !== undefined && isFresh(listedAt);
  const result = await feed.refresh();
  if (result.kind === 'failure') {
    return result;
  }
  if (result.kind === 'cancelled') {
    return { kind: 'accountChanged' };
  }
  const connection = result.connections.find((row) => row.entityId === entityId);
  const syncId = connection?.lastSyncId;
  return syncId !== undefined && !syncIds.has(syncId) && (wasFresh || connection?.isCurrentlySyncing === true)
    ? { kind: 'found', started: { syncId, entityId, message: '' } }
    : { kind: 'notFound' };
}
