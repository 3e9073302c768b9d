import type { Disposable } from '../../base/disposable.ts';
import { monotonicNow, plusMs } from '../../base/monotonicClock.ts';
import type { ServiceHealth } from './serviceHealth.ts';
import { INTERVAL_MS } from './rateLimiter.ts';
import type { RateLimiter } from './rateLimiter.ts';
import type { PollResult, StatusPollerOptions } from './statusPoller.ts';

const MAX_IN_FLIGHT = 2;
/** How long polls have priority. With two in flight, lookups get about every fifth request when polls use up the limit. */
const MAX_WAIT_MS = 8 * INTERVAL_MS;

interface StatusLookupsOptions extends Pick<StatusPollerOptions, 'poll'> {
  readonly health: Pick<ServiceHealth, 'hasAccess' | 'pauseLeftMs'>;
  readonly limiter: RateLimiter;
  /** Whether this window polls jobs. */
  readonly isPolling: () => boolean;
}

/**
 * Requests the status of single jobs that are not tracked, each once, under the same rate limit as the polls of this window. While
 * jobs are polled, the last request that the limiter allows is left to the polls, unless a lookup has waited for too long.
 */
export class StatusLookups implements Disposable {
  readonly #options: StatusLookupsOptions;
  /** Lookups that wait until one in flight ends. */
  readonly #queue: (() => void)[] = [];
  #inFlightCount = 0;
  readonly #pending = new Map<string, Promise<PollResult | undefined>>();
  readonly #lifetime = new AbortController();
  #overdueCount = 0;

  constructor(options: StatusLookupsOptions) {
    this.#options = options;
  }

  /** How many have waited for too long. They have priority over polls. */
  get overdueCount(): number {
    return this.#overdueCount;
  }

  /** Sends nothing during a pause that the service asked for. Undefined once this is disposed; rejects only because of a bug. */
  lookUp(syncId: string): Promise<PollResult | undefined> {
    const lookup = this.#pending.get(syncId) ?? this.#inTurn(syncId).finally(() => this.#pending.delete(syncId));
    this.#pending.set(syncId, lookup);
    return lookup;
  }

  dispose(): void {
    this.#lifetime.abort();
  }

  #isDisposed(): boolean {
    return this.#lifetime.signal.aborted;
  }

  async #inTurn(syncId: string): Promise<PollResult | undefined> {
    if (this.#inFlightCount === MAX_IN_FLIGHT) {
      // Takes the place of the one that ends.
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    } else {
      this.#inFlightCount += 1;
    }
    try {
      return await this.#request(syncId);
    } finally {
      const next = this.#queue.shift();
      if (next) {
        next();
      } else {
        this.#inFlightCount -= 1;
      }
    }
  }

  async #request(syncId: string): Promise<PollResult | undefined> {
    const { health, limiter, poll } = this.#options;
    await this.#untilFree();
    if (this.#isDisposed()) {
      return undefined;
    }
    if (!health.hasAccess) {
      return { kind: 'failure', failure: { kind: 'signedOut' } };
    }
    const pauseMs = health.pauseLeftMs();
    if (pauseMs > 0) {
      return { kind: 'failure', failure: { kind: 'rateLimited', retryAfterMs: pauseMs } };
    }
    limiter.spend();
    try {
      return await poll(syncId, this.#lifetime.signal);
    } catch (error) {
      // Aborting it makes it reject.
      if (this.#isDisposed()) {
        return undefined;
      }
      throw error;
    }
  }

  async #untilFree(): Promise<void> {
    const { limiter, isPolling } = this.#options;
    const { signal } = this.#lifetime;
    const overdueAt = plusMs(monotonicNow(), MAX_WAIT_MS);
    let isOverdue = false;
    while (!signal.aborted && limiter.freeSlots() <= (isPolling() && !isOverdue ? 1 : 0)) {
      if (!isOverdue && monotonicNow() >= overdueAt) {
        isOverdue = true;
        this.#overdueCount += 1;
        continue;
      }
      await sleep(limiter.freeSlots() === 0 ? limiter.nextSlotAt() - monotonicNow() : INTERVAL_MS, signal);
    }
    this.#overdueCount -= isOverdue ? 1 : 0;
  }
}

/** Resolves after that time, or at once if the signal is aborted. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, Math.ceil(ms));
    signal.addEventListener('abort', end);
  });
}
