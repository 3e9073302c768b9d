import type { RateLimiterState } from '../polling/rateLimiter.ts';

/** The slower pace and the longer rest of the two: what the service asked of either window holds for both. */
export function mergedPace(theirs: RateLimiterState, ours: RateLimiterState): RateLimiterState {
  const rest = (ours.rest?.until ?? 0) > (theirs.rest?.until ?? 0) ? ours.rest : theirs.rest;
  const slower = ours.slowUntil > theirs.slowUntil ? ours : theirs;
  const listed = (ours.listSettledAt ?? 0) > (theirs.listSettledAt ?? 0) ? ours : theirs;
  return {
    ...theirs,
    rest,
    bookedUntil: ours.bookedUntil > theirs.bookedUntil ? ours.bookedUntil : theirs.bookedUntil,
    slowUntil: slower.slowUntil,
    slowIntervalMs: slower.slowIntervalMs,
    listAskedAt: listed.listAskedAt,
    listSettledAt: listed.listSettledAt,
    listFailuresInARow: listed.listFailuresInARow,
  };
}
