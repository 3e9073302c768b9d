import { monotonicNow } from '../../base/monotonicClock.ts';
import type { MonotonicMs } from '../../base/monotonicClock.ts';
import { MINUTE_MS } from '../../base/time.ts';

const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = MINUTE_MS;

/** When to refresh connections that are visible. Independent of the system clock. */
export class FeedTiming {
  #settledAt: MonotonicMs | undefined;
  #failuresInARow = 0;

  /** Call this after each request. */
  recordRequest({ hasFailed }: { readonly hasFailed: boolean }): void {
    this.#settledAt = monotonicNow();
    this.#failuresInARow = hasFailed ? this.#failuresInARow + 1 : 0;
  }

  /** How long to wait until the next request, in ms; due if 0 or less. Undefined: no automatic refresh. */
  waitMs(intervalMs: number): number | undefined {
    if (this.#settledAt === undefined) {
      return 0;
    }
    if (!(intervalMs > 0)) {
      return undefined;
    }
    const delayMs =
      this.#failuresInARow === 0
        ? intervalMs
        : Math.min(FIRST_RETRY_MS * 2 ** (this.#failuresInARow - 1), MAX_RETRY_MS);
    return delayMs - (monotonicNow() - this.#settledAt);
  }
}
