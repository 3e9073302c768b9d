import { asMonotonic, latestOf, plusMs } from '../../base/monotonicClock.ts';
import type { MonotonicMs } from '../../base/monotonicClock.ts';
import type { EpochMs } from '../../base/time.ts';
import type { RateLimitNote } from '../../model/answerMeta.ts';
import type { RetryAfterPause } from './retryAfterPause.ts';

/** How fast one account is asked about, shared by all windows. */
export interface RateLimiterState {
  readonly rest?: RetryAfterPause | undefined;
  /** Questions are booked up to this moment, one each `intervalMs`; it may run ahead of the time by a short burst. */
  readonly bookedUntil: MonotonicMs;
  /** The service told that few requests are left: until then there is one question each `slowIntervalMs`, and no burst. */
  readonly slowUntil: MonotonicMs;
  readonly slowIntervalMs: number;
  /** When the last question about all connections went out; undefined where none did. */
  readonly listAskedAt?: MonotonicMs | undefined;
  /** When it settled. */
  readonly listSettledAt?: MonotonicMs | undefined;
  /** A window has that question under way; should it be gone, others may ask from then on. */
  readonly listingUntil?: MonotonicMs | undefined;
  readonly listFailuresInARow: number;
  /** When the first of the latest requests failed because the service could not be reached; undefined while it is. */
  readonly outageSince?: EpochMs | undefined;
  /** When one of the jobs that are followed through their connections was last asked about for its steps. */
  readonly turnTakenAt?: MonotonicMs | undefined;
}

export const FRESH_RATE_LIMITER: RateLimiterState = {
  bookedUntil: asMonotonic(0),
  slowUntil: asMonotonic(0),
  slowIntervalMs: 0,
  listFailuresInARow: 0,
};

/** With the burst, no minute sees more than 100 questions of the 120 that we allow ourselves; others may ask, too. */
const INTERVAL_MS = 750;
const BURST = 20;
/** So few requests left, or this share of the limit, is near enough to none to slow down. */
const FEW_REMAINING = 20;
const FEW_SHARE = 0.1;
const MINUTE_MS = 60_000;

/** How many questions may go out at `now`. */
export function freeSlots(pace: RateLimiterState, now: MonotonicMs): number {
  const { intervalMs, burst } = rhythm(pace, now);
  return Math.max(0, Math.floor((now + burst * intervalMs - booked(pace, now)) / intervalMs));
}

/** When the next question may go out. */
export function nextSlotAt(pace: RateLimiterState, now: MonotonicMs): MonotonicMs {
  const { intervalMs, burst } = rhythm(pace, now);
  return latestOf(now, plusMs(booked(pace, now), -(burst - 1) * intervalMs));
}

/** Counts a question that goes out now. */
export function spendSlot(pace: RateLimiterState, now: MonotonicMs): RateLimiterState {
  return { ...pace, bookedUntil: plusMs(booked(pace, now), rhythm(pace, now).intervalMs) };
}

/** Heeds how many requests the service says are left: the fewer, the slower, so that they last until it counts anew. */
export function heedRemaining(pace: RateLimiterState, note: RateLimitNote, now: MonotonicMs): RateLimiterState {
  const { remaining, resetInMs = MINUTE_MS, limit = Infinity } = note;
  const few = Math.min(FEW_REMAINING, limit * FEW_SHARE);
  if (remaining > few) {
    return pace.slowUntil <= now ? pace : { ...pace, slowUntil: now };
  }
  const leftMs = Math.min(Math.max(resetInMs, INTERVAL_MS), MINUTE_MS);
  // One is left to others who use the same key.
  const slowIntervalMs = Math.max(leftMs / Math.max(remaining - 1, 1), INTERVAL_MS);
  return { ...pace, slowUntil: plusMs(now, leftMs), slowIntervalMs };
}

function rhythm(pace: RateLimiterState, now: MonotonicMs): { readonly intervalMs: number; readonly burst: number } {
  // Further ahead than it was ever set: the machine has been started anew since.
  const isSlow = pace.slowUntil > now && pace.slowUntil - now <= MINUTE_MS;
  return isSlow ? { intervalMs: pace.slowIntervalMs, burst: 1 } : { intervalMs: INTERVAL_MS, burst: BURST };
}

function booked({ bookedUntil }: RateLimiterState, now: MonotonicMs): MonotonicMs {
  return bookedUntil > now + 2 * MINUTE_MS ? now : latestOf(bookedUntil, now);
}
