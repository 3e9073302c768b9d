import { asMonotonic, latestOf, monotonicNow, plusMs } from '../../base/monotonicClock.ts';
import type { MonotonicMs } from '../../base/monotonicClock.ts';
import type { RateLimitNote } from '../../model/answerMeta.ts';

/** With the burst, at most 100 polls go out in any minute. */
const INTERVAL_MS = 750;
const BURST = 20;
/** With so few requests left, or this share of the limit, polling slows down. */
const FEW_REMAINING = 20;
const FEW_SHARE = 0.1;
const MINUTE_MS = 60_000;

/** How many polls may go out: a token bucket, which the service slows down by saying that few requests are left. */
export class RateLimiter {
  /** Requests are booked up to this moment, one per interval. It may run ahead of the time by the burst. */
  #bookedUntil = asMonotonic(0);
  #slowUntil = asMonotonic(0);
  #slowIntervalMs = 0;

  /** The state to hand over to the window that polls next. */
  get bookedUntil(): MonotonicMs {
    return this.#bookedUntil;
  }

  /** Continues where another window stopped. */
  continueFrom(bookedUntil: MonotonicMs): void {
    // A moment that lies further ahead than any can is from before the machine was restarted.
    if (bookedUntil - monotonicNow() <= MINUTE_MS) {
      this.#bookedUntil = latestOf(this.#bookedUntil, bookedUntil);
    }
  }

  /** How many requests may go out now. */
  freeSlots(): number {
    const { now, intervalMs, burst } = this.#pace();
    return Math.max(0, Math.floor((now + burst * intervalMs - this.#booked(now)) / intervalMs));
  }

  /** When the next request may go out. */
  nextSlotAt(): MonotonicMs {
    const { now, intervalMs, burst } = this.#pace();
    return latestOf(now, plusMs(this.#booked(now), -(burst - 1) * intervalMs));
  }

  /** Counts a request that goes out now. */
  spend(): void {
    const { now, intervalMs } = this.#pace();
    this.#bookedUntil = plusMs(this.#booked(now), intervalMs);
  }

  /** Spreads the remaining requests over the time until the service resets its count. */
  noteRemaining({ remaining, resetInMs = MINUTE_MS, limit = Infinity }: RateLimitNote): void {
    const now = monotonicNow();
    const isFew = remaining <= Math.min(FEW_REMAINING, limit * FEW_SHARE);
    const leftMs = isFew ? Math.min(Math.max(resetInMs, INTERVAL_MS), MINUTE_MS) : 0;
    this.#slowUntil = plusMs(now, leftMs);
    // One is left to other users of the same key.
    this.#slowIntervalMs = Math.max(leftMs / Math.max(remaining - 1, 1), INTERVAL_MS);
  }

  #pace(): { readonly now: MonotonicMs; readonly intervalMs: number; readonly burst: number } {
    const now = monotonicNow();
    return this.#slowUntil > now
      ? { now, intervalMs: this.#slowIntervalMs, burst: 1 }
      : { now, intervalMs: INTERVAL_MS, burst: BURST };
  }

  #booked(now: MonotonicMs): MonotonicMs {
    return latestOf(this.#bookedUntil, now);
  }
}

/** The state of a limiter whose burst was used up at that moment. */
export function exhaustedAt(moment: MonotonicMs): MonotonicMs {
  return plusMs(moment, BURST * INTERVAL_MS);
}
