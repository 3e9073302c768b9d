import { MINUTE_MS } from '../../base/time.ts';
import { asMonotonic, latestOf, monotonicNow, plusMs } from '../../base/monotonicClock.ts';
import type { MonotonicMs } from '../../base/monotonicClock.ts';
import type { RateLimit } from '../../model/rateLimit.ts';
import type { Slowdown } from '../store/jobStore.ts';

/** The average interval between requests. With the burst, there are at most 100 in any minute. */
export const INTERVAL_MS = 750;
const BURST = 20;
/** Polling slows down when no more requests are left than this, or than this share of the limit. */
const FEW_REMAINING = 20;
const FEW_SHARE = 0.1;
const MAX_BOOKING_MS = 2 * MINUTE_MS;

/**
 * A token bucket for requests, as one moment (the generic cell rate algorithm): each request books the next interval, and requests may be
 * booked ahead of the time by the burst. Slows down when the service says that few requests are left.
 */
export class RateLimiter {
  /** The end of the last booked interval, called the theoretical arrival time in that algorithm. */
  #bookedUntil = asMonotonic(0);
  readonly #slowdown: () => Slowdown | undefined;

  /** @param slowdown what the service last told any window. */
  constructor(slowdown: () => Slowdown | undefined = () => undefined) {
    this.#slowdown = slowdown;
  }

  /** The state to hand over to the window that polls next. */
  get bookedUntil(): MonotonicMs {
    return this.#bookedUntil;
  }

  /** Continues where another window stopped. */
  continueFrom(bookedUntil: MonotonicMs): void {
    this.#bookedUntil = latestOf(this.#booked(monotonicNow()), bookedUntil);
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
    const { now, intervalMs, until } = this.#pace();
    const booked = this.#booked(now);
    const next = plusMs(booked, intervalMs);
    // The long intervals of a slowdown end with it, however many requests the user makes by hand.
    this.#bookedUntil = until !== undefined && next > until ? latestOf(until, plusMs(booked, INTERVAL_MS)) : next;
  }

  /** `until`: the end of a slowdown. */
  #pace(): {
    readonly now: MonotonicMs;
    readonly intervalMs: number;
    readonly burst: number;
    readonly until?: MonotonicMs;
  } {
    const now = monotonicNow();
    const slowdown = this.#slowdown();
    return slowdown && isCurrent(slowdown, now)
      ? { now, ...slowdown, burst: 1 }
      : { now, intervalMs: INTERVAL_MS, burst: BURST };
  }

  #booked(now: MonotonicMs): MonotonicMs {
    // A moment further ahead is from before a restart of the machine, or from many manual refreshes, which must not block polling.
    return this.#bookedUntil - now > MAX_BOOKING_MS ? now : latestOf(this.#bookedUntil, now);
  }
}

/** Spreads the remaining requests over the time until the service resets its count. */
export function slowdownAfter(
  slowdown: Slowdown | undefined,
  { remaining, resetInMs = MINUTE_MS, limit = Infinity }: RateLimit,
  now: MonotonicMs,
): Slowdown | undefined {
  if (remaining > Math.min(FEW_REMAINING, limit * FEW_SHARE)) {
    return slowdown && isCurrent(slowdown, now) ? undefined : slowdown;
  }
  const leftMs = Math.min(Math.max(resetInMs, INTERVAL_MS), MINUTE_MS);
  // One is left to other users of the same key.
  return { until: plusMs(now, leftMs), intervalMs: Math.max(leftMs / Math.max(remaining - 1, 1), INTERVAL_MS) };
}

/** A slowdown that ends later than possible is from before the machine was restarted. */
function isCurrent({ until }: Slowdown, now: MonotonicMs): boolean {
  return until > now && until - now <= MINUTE_MS;
}

/** The state of a limiter whose burst was used up at that moment. */
export function exhaustedAt(moment: MonotonicMs): MonotonicMs {
  return plusMs(moment, BURST * INTERVAL_MS);
}
