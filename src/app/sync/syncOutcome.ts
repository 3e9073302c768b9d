import type { ApiError } from '../../api/apiError.ts';
import type { Failure } from '../../model/failure.ts';
import type { SyncReconciliation } from './reconcileSync.ts';

/** What `dataConnections.startSync` returns for each sync it started. */
export interface StartedSync {
  readonly syncId: string;
  readonly entityId: string;
}

/** What was started: one sync, several, or none. */
export type StartedSyncs = StartedSync | readonly StartedSync[] | undefined;

export type SyncOutcome =
  | { readonly kind: 'started'; readonly sync: StartedSync }
  /** The response was lost, and the connection shows no new sync: it may have started. */
  | {
      readonly kind: 'unknown';
      readonly failure: Failure;
      readonly reconciliation: Exclude<SyncReconciliation, { kind: 'found' }>;
    }
  /** Refused by the service (`ApiError`), or not sent. */
  | { readonly kind: 'failed'; readonly error: unknown };

/** The outcome for one target; `name` is that of its connection. */
export type SyncResult = SyncOutcome & { readonly name: string };

export type StartSyncsOutcome =
  /** Nothing was sent: no connection was chosen, the user declined, or another account than the requested one is active. */
  | { readonly kind: 'cancelled' }
  /** Nothing was sent: all the chosen connections are syncing or inactive. */
  | { readonly kind: 'alreadySyncing' | 'inactive' }
  /** One result for each target that was neither syncing nor inactive, in their order. `stoppedBy`: why the last ones were not sent. */
  | { readonly kind: 'requested'; readonly results: readonly SyncResult[]; readonly stoppedBy?: ApiError | undefined };
