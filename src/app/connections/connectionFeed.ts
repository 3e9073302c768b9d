import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import type { Event } from '../../base/event.ts';
import { monotonicNow } from '../../base/monotonicClock.ts';
import type { EpochMs } from '../../base/time.ts';
import type { Connection } from '../../model/connection.ts';
import type { Failure } from '../../model/failure.ts';
import { ConnectionIndex } from './connectionIndex.ts';
import type {
  ConnectionFeedState,
  ConnectionsResponse,
  ReceivedConnections,
  RefreshResult,
  ResponseWithConnections,
} from './feedState.ts';
import { FeedTiming } from './feedTiming.ts';

export interface ConnectionFeedOptions {
  /** Sends one request. Rejects only if the signal was aborted. */
  readonly list: (signal: AbortSignal) => Promise<ConnectionsResponse>;
  /** How long a response is fresh. 0 or less disables automatic refresh after the first response. */
  readonly intervalMs: () => number;
  /** How much is left of a pause that the service requested with any response. Until then, only manual refreshes are sent. */
  readonly pauseLeftMs: () => number;
  /** Whether every request would fail until the next sign-in. Then none is sent automatically. */
  readonly isSignedOut?: () => boolean;
  /** Resets the feed when fired. */
  readonly onDidChangeAccount?: Event<unknown>;
  /** A BCP 47 tag, for sorting names. Default: that of the system. */
  readonly language?: string | undefined;
}

/**
 * The connections of one account, kept fresh while they are visible. One request at a time. A failure keeps the last response
 * and is retried with a backoff of up to a minute, never before the service's Retry-After.
 */
export class ConnectionFeed implements Disposable {
  readonly #options: ConnectionFeedOptions;
  readonly #didReceiveResponse = new Emitter<ReceivedConnections>();
  readonly #didChange = new Emitter<ConnectionFeedState>();

  /** Fires for every response with connections, also if they are the same as before, and before `onDidChange`. */
  readonly onDidReceiveResponse: Event<ReceivedConnections> = this.#didReceiveResponse.event;

  /** Fires after every change of `state`, but not if only the time of the response has changed. */
  readonly onDidChange: Event<ConnectionFeedState> = this.#didChange.event;

  #index: ConnectionIndex;
  #state: ConnectionFeedState = { kind: 'loading' };
  #isVisible = false;
  /** Aborted and replaced on a reset. */
  #lifetime = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #inFlight: Promise<RefreshResult> | undefined;
  #isInFlightManual = false;
  /** Aborts the request in flight. */
  #request = new AbortController();
  #next: Promise<RefreshResult> | undefined;
  #isNextManual = false;
  #timing = new FeedTiming();
  readonly #subscription: Disposable | undefined;

  constructor(options: ConnectionFeedOptions) {
    this.#options = options;
    this.#index = new ConnectionIndex(options.language);
    this.#subscription = options.onDidChangeAccount?.(() => this.reset());
  }

  get state(): ConnectionFeedState {
    return this.#state;
  }

  /** The connection as the service last listed it. */
  find(entityId: string): Connection | undefined {
    return this.#index.find(entityId);
  }

  /** The connection whose last sync this is, as the service last listed it. */
  findBySync(syncId: string): Connection | undefined {
    return this.#index.findBySync(syncId);
  }

  /** The connections that the service last listed as syncing, by entity ID. */
  get syncing(): ReadonlyMap<string, Connection> {
    return this.#index.syncing;
  }

  /** While visible, the feed refreshes automatically: at once if its response is older than the interval, then once an interval. */
  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    this.#schedule();
  }

  /** Call this when the value of `intervalMs` has changed. */
  reschedule(): void {
    this.#schedule();
  }

  /**
   * Sends a request now. Rejects only because of a bug in `list`. While a request is in flight, another one follows it, because its
   * response may be older than the reason for this call; all calls meanwhile share that second response. But a manual refresh replaces
   * one that is not manual, which may hang. During a rate limit, only a manual refresh is sent; others get the failure, with the rest
   * of the limit.
   */
  refresh({ isManual = false } = {}): Promise<RefreshResult> {
    if (this.#inFlight !== undefined && isManual && !this.#isInFlightManual) {
      this.#request.abort();
      this.#inFlight = undefined;
    }
    if (this.#inFlight === undefined) {
      return this.#send(isManual);
    }
    this.#isNextManual ||= isManual;
    this.#next ??= this.#sendAfter(this.#inFlight, this.#lifetime.signal);
    return this.#next;
  }

  /** Forgets everything, for another account. */
  reset(): void {
    this.#abortAndClear();
    this.#lifetime = new AbortController();
    this.#index = new ConnectionIndex(this.#options.language);
    this.#setState({ kind: 'loading' });
    this.#schedule();
  }

  dispose(): void {
    this.#subscription?.dispose();
    this.#abortAndClear();
    this.#didReceiveResponse.dispose();
    this.#didChange.dispose();
  }

  #abortAndClear(): void {
    this.#lifetime.abort();
    this.#request.abort();
    clearTimeout(this.#timer);
    this.#inFlight = undefined;
    this.#next = undefined;
    this.#isNextManual = false;
    this.#timing = new FeedTiming();
  }

  #send(isManual = false): Promise<RefreshResult> {
    const { signal } = this.#lifetime;
    if (signal.aborted) {
      return Promise.resolve({ kind: 'cancelled' });
    }
    const pauseMs = isManual ? 0 : this.#options.pauseLeftMs();
    if (pauseMs > 0) {
      const failure: Failure = { kind: 'rateLimited', retryAfterMs: pauseMs };
      this.#scheduleIn(pauseMs);
      if (this.#state.kind === 'loading') {
        this.#handleFailure(failure);
      }
      return Promise.resolve({ kind: 'failure', failure });
    }
    clearTimeout(this.#timer);
    this.#request = new AbortController();
    this.#isInFlightManual = isManual;
    this.#inFlight = this.#sendOnce(this.#request.signal, signal);
    return this.#inFlight;
  }

  async #sendAfter(previous: Promise<unknown>, signal: AbortSignal): Promise<RefreshResult> {
    // If that one rejects, because of a bug, its own callers get the error.
    await previous.catch(() => undefined);
    if (signal.aborted) {
      return { kind: 'cancelled' };
    }
    const isManual = this.#isNextManual;
    this.#next = undefined;
    this.#isNextManual = false;
    return this.#inFlight ?? this.#send(isManual);
  }

  async #sendOnce(signal: AbortSignal, lifetime: AbortSignal): Promise<RefreshResult> {
    const requestedAt = Date.now();
    let response: ConnectionsResponse | undefined;
    try {
      const received = await this.#options.list(signal);
      const sorting = received.kind === 'connections' ? this.#index.sortAdded(received.connections, signal) : undefined;
      response = received.kind === 'connections' && sorting ? { ...received, connections: await sorting } : received;
    } catch (error) {
      if (!signal.aborted) {
        // A bug, reported as an uncaught error. It must not prevent the next request.
        this.#settle({ hasFailed: true }, () => this.#setState(this.#state));
        throw error;
      }
    }
    if (signal.aborted || response === undefined) {
      // If it was replaced, its callers get the response to the request that replaced it.
      return (lifetime.aborted ? undefined : this.#inFlight) ?? { kind: 'cancelled' };
    }
    if (response.kind === 'failure') {
      this.#settle({ hasFailed: true }, () => this.#handleFailure(response.failure));
    } else {
      this.#settle({ hasFailed: false }, () => this.#handleResponse(response, requestedAt));
    }
    return response;
  }

  #settle(request: { readonly hasFailed: boolean }, applyResponse: () => void): void {
    this.#inFlight = undefined;
    this.#timing.recordRequest(request);
    applyResponse();
    this.#schedule();
  }

  #handleFailure(failure: Failure): void {
    this.#setState(this.#state.kind === 'loaded' ? { ...this.#state, failure } : { kind: 'failed', failure });
  }

  #handleResponse(
    { connections, droppedRows, omittedRows, byteLength }: ResponseWithConnections,
    requestedAt: EpochMs,
  ): void {
    const before = this.#state;
    const changes = this.#index.replace(connections);
    const { sorted } = this.#index;
    this.#state = {
      kind: 'loaded',
      connections: sorted,
      droppedRows,
      omittedRows,
      requestedAt,
      receivedAt: Date.now(),
      receivedAtMonotonic: monotonicNow(),
    };
    const isSame =
      before.kind === 'loaded' &&
      before.failure === undefined &&
      before.connections === sorted &&
      before.droppedRows === droppedRows &&
      before.omittedRows === omittedRows;
    this.#didReceiveResponse.fire({ requestedAt, changes, byteLength });
    if (!isSame) {
      this.#didChange.fire(this.#state);
    }
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const isPointless = this.#state.kind !== 'loading' && this.#options.isSignedOut?.() === true;
    if (!this.#isVisible || this.#inFlight !== undefined || isPointless || this.#lifetime.signal.aborted) {
      return;
    }
    const waitMs = this.#timing.waitMs(this.#options.intervalMs());
    if (waitMs !== undefined && waitMs <= 0) {
      void this.#send();
    } else if (waitMs !== undefined) {
      this.#scheduleIn(waitMs);
    }
  }

  #scheduleIn(waitMs: number): void {
    clearTimeout(this.#timer);
    // Rounded up, because a timer that is due during a pause sends nothing.
    this.#timer = this.#isVisible ? setTimeout(() => void this.#send(), Math.ceil(waitMs)) : undefined;
  }

  #setState(state: ConnectionFeedState): void {
    this.#state = state;
    this.#didChange.fire(state);
  }
}
