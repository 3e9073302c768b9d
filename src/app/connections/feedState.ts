import { monotonicNow } from '../../base/monotonicClock.ts';
import type { MonotonicMs } from '../../base/monotonicClock.ts';
import { MINUTE_MS } from '../../base/time.ts';
import type { EpochMs } from '../../base/time.ts';
import type { Connection, ConnectionChanges } from '../../model/connection.ts';
import type { Failure } from '../../model/failure.ts';

/** The outcome of one request for the connections. */
export type ConnectionsResponse =
  | {
      readonly kind: 'connections';
      readonly connections: readonly Connection[];
      readonly droppedRows: number;
      readonly omittedRows: number;
      /** The size of the response, decompressed. 0 if the service said that nothing has changed. */
      readonly byteLength: number;
    }
  | { readonly kind: 'failure'; readonly failure: Failure };

export type ResponseWithConnections = Extract<ConnectionsResponse, { kind: 'connections' }>;

/** The outcome of a refresh. `cancelled`: the account changed meanwhile. */
export type RefreshResult = ConnectionsResponse | { readonly kind: 'cancelled' };

/** The latest response and, if the last request failed, why there is no newer one. */
export interface LoadedConnections {
  readonly kind: 'loaded';
  /** Sorted by name. The same list until a response differs, and the same objects for the connections that don't. */
  readonly connections: readonly Connection[];
  /** How many rows of the response could not be read. */
  readonly droppedRows: number;
  /** How many rows beyond those were too many to be read. */
  readonly omittedRows: number;
  readonly receivedAt: EpochMs;
  /** When that response was requested. Anything learned later may be newer. */
  readonly requestedAt: EpochMs;
  /** When that response arrived, for its age. */
  readonly receivedAtMonotonic: MonotonicMs;
  readonly failure?: Failure | undefined;
}

export type ConnectionFeedState =
  { readonly kind: 'loading' } | LoadedConnections | { readonly kind: 'failed'; readonly failure: Failure };

/** What a response has brought. */
export interface ReceivedConnections {
  /** When the response was requested. */
  readonly requestedAt: EpochMs;
  readonly changes: ConnectionChanges;
  readonly byteLength: number;
}

const FRESH_MS = MINUTE_MS;

/** Whether a list received at this time is less than a minute old. */
export function isFresh(receivedAtMonotonic: MonotonicMs): boolean {
  return monotonicNow() - receivedAtMonotonic < FRESH_MS;
}

/** Why a refresh failed; undefined if it succeeded or was cancelled. */
export function refreshFailure(result: RefreshResult): Failure | undefined {
  return result.kind === 'failure' ? result.failure : undefined;
}

/** Why the last request failed; undefined if it succeeded. */
export function feedFailure(state: ConnectionFeedState): Failure | undefined {
  return state.kind === 'loading' ? undefined : state.failure;
}
