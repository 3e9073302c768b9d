import type { EpochMs } from '../base/time.ts';
import type { RateLimitNote } from '../model/answerMeta.ts';

/** How fast one account is asked about, shared by all windows. */
export interface AccountPace {
  /** The service asked us to leave it alone until then. */
  readonly restUntil: EpochMs;
  /** When it asked so. */
  readonly restSince: EpochMs;
  /** Questions are booked up to this moment, one each `intervalMs`; it may run ahead of the time by a short burst. */
  readonly bookedUntil: EpochMs;
  /** The service told that few requests are left: until then there is one question each `slowIntervalMs`, and no burst. */
  readonly slowUntil: EpochMs;
  readonly slowIntervalMs: number;
  /** When the last question about all connections settled. */
  readonly listSettledAt: EpochMs;
  /** A window has that question under way; should it be gone, others may ask from then on. */
  readonly listingUntil: EpochMs;
  readonly listFailuresInARow: number;
}

export const FRESH_PACE: AccountPace = {
  restUntil: 0,
  restSince: 0,
  bookedUntil: 0,
  slowUntil: 0,
  slowIntervalMs: 0,
  listSettledAt: 0,
  listingUntil: 0,
  listFailuresInARow: 0,
};

/** With the burst, no minute sees more than 100 questions; 120 is what we allow ourselves (a set clock costs a burst). */
const INTERVAL_MS = 750;
const BURST = 20;
/** So few requests left, or this share of the limit, is near enough to none to slow down. */
const FEW_REMAINING = 20;
const FEW_SHARE = 0.1;
const MINUTE_MS = 60_000;

/** How many questions may go out at `now`. */
export function freeSlots(pace: AccountPace, now: EpochMs): number {
  const { intervalMs, burst } = rhythm(pace, now);
  return Math.max(0, Math.floor((now + burst * intervalMs - booked(pace, now)) / intervalMs));
}

/** When the next question may go out. */
export function nextSlotAt(pace: AccountPace, now: EpochMs): EpochMs {
  const { intervalMs, burst } = rhythm(pace, now);
  return Math.max(now, booked(pace, now) - (burst - 1) * intervalMs);
}

/** Counts a question that goes out now. */
export function spendSlot(pace: AccountPace, now: EpochMs): AccountPace {
  return { ...pace, bookedUntil: booked(pace, now) + rhythm(pace, now).intervalMs };
}

/** Heeds how many requests the service says are left: the fewer, the slower, so that they last until it counts anew. */
export function heedRemaining(pace: AccountPace, note: RateLimitNote, now: EpochMs): AccountPace {
  const { remaining, resetInMs = MINUTE_MS, limit = Infinity } = note;
  const few = Math.min(FEW_REMAINING, limit * FEW_SHARE);
  if (remaining > few) {
    return pace.slowUntil <= now ? pace : { ...pace, slowUntil: 0 };
  }
  const leftMs = Math.min(Math.max(resetInMs, INTERVAL_MS), MINUTE_MS);
  // One is left to others who use the same key.
  const slowIntervalMs = Math.max(leftMs / Math.max(remaining - 1, 1), INTERVAL_MS);
  return { ...pace, slowUntil: now + leftMs, slowIntervalMs };
}

function rhythm(pace: AccountPace, now: EpochMs): { readonly intervalMs: number; readonly burst: number } {
  // Further ahead than it was ever set: the clock was set back since.
  const isSlow = pace.slowUntil > now && pace.slowUntil - now <= MINUTE_MS;
  return isSlow ? { intervalMs: pace.slowIntervalMs, burst: 1 } : { intervalMs: INTERVAL_MS, burst: BURST };
}

function booked({ bookedUntil }: AccountPace, now: EpochMs): EpochMs {
  return bookedUntil > now + 2 * MINUTE_MS ? now : Math.max(bookedUntil, now);
}
