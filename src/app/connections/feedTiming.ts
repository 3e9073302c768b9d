import { plusMs, monotonicNow } from '../../base/monotonicClock.ts';
import type { MonotonicMs } from '../../base/monotonicClock.ts';
import { DAY_MS, MINUTE_MS } from '../../base/time.ts';
import type { Failure } from '../../model/failure.ts';
import { LONGEST_RETRY_AFTER_MS } from '../../model/responseMeta.ts';

const SHORTEST_INTERVAL_MS = 5_000;
const LONGEST_INTERVAL_MS = DAY_MS;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = MINUTE_MS;

/** When to refresh connections that are visible. Independent of the system clock. */
export class FeedTiming {
  #settledAt: MonotonicMs | undefined;
  #failuresInARow = 0;
  #pausedUntil: MonotonicMs | undefined;

  /** Call this after each request, with its failure if it got no response. */
  noteSettled(failure: Failure | undefined): void {
    this.#settledAt = monotonicNow();
    this.#failuresInARow = failure ? this.#failuresInARow + 1 : 0;
    const pauseMs = failure && retryAfterMs(failure);
    this.#pausedUntil = pauseMs === undefined ? undefined : plusMs(this.#settledAt, pauseMs);
  }

  /** How much is left of the pause that the service requested with its last response, in ms. */
  pauseLeftMs(): number {
    return Math.max(0, (this.#pausedUntil ?? 0) - monotonicNow());
  }

  /** How long to wait until the next request, in ms; due if 0 or less. Undefined: no automatic refresh. */
  waitMs(intervalMs: number): number | undefined {
    if (this.#settledAt === undefined) {
      return 0;
    }
    if (!(intervalMs > 0)) {
      return undefined;
    }
    const elapsedMs = monotonicNow() - this.#settledAt;
    if (this.#failuresInARow === 0) {
      return Math.min(Math.max(intervalMs, SHORTEST_INTERVAL_MS), LONGEST_INTERVAL_MS) - elapsedMs;
    }
    const retryMs = Math.min(FIRST_RETRY_MS * 2 ** (this.#failuresInARow - 1), LONGEST_RETRY_MS);
    return Math.max(retryMs - elapsedMs, this.pauseLeftMs());
  }
}

function retryAfterMs(failure: Failure): number | undefined {
  const requestedMs =
    failure.kind === 'rateLimited' || failure.kind === 'unavailable' ? failure.retryAfterMs : undefined;
  return requestedMs === undefined ? undefined : Math.min(requestedMs, LONGEST_RETRY_AFTER_MS);
}
