import { plusMs } from '../../base/monotonicClock.ts';
import type { ClockReadings } from '../../base/monotonicClock.ts';
import { MINUTE_MS, SECOND_MS } from '../../base/time.ts';
import { MAX_RETRY_AFTER_MS } from '../../model/rateLimit.ts';
import type { RetryAfterPause } from '../store/jobStore.ts';

const MIN_PAUSE_MS = SECOND_MS;
/** Without a Retry-After, the first pause in a row lasts this long, and each further one twice as long, up to a minute. */
const FIRST_BACKOFF_MS = 10 * SECOND_MS;
const MAX_BACKOFF_MS = MINUTE_MS;

/** How much of the pause is left, in milliseconds. */
export function pauseLeftMs(pause: RetryAfterPause | undefined, now: ClockReadings): number {
  if (pause === undefined) {
    return 0;
  }
  const { since, sinceEpoch, until } = pause;
  const totalMs = Math.min(until - since, MAX_RETRY_AFTER_MS);
  // After a restart of the machine, only the wall clock tells how long it was off, unless it was set back.
  const elapsedMs = isBeforeRestart(pause, now) ? Math.max(0, now.epoch - sinceEpoch) : now.monotonic - since;
  return Math.max(0, totalMs - elapsedMs);
}

/** Converts a pause from before a restart of the machine to its new monotonic clock. Store the result before any request. */
export function pauseAfterRestart(pause: RetryAfterPause | undefined, now: ClockReadings): RetryAfterPause | undefined {
  return pause && isBeforeRestart(pause, now) ? pauseOf(pauseLeftMs(pause, now), pause.inARow, now) : pause;
}

/** Begins a pause, or prolongs the current one; never shortens it. */
export function pauseAfter(
  pause: RetryAfterPause | undefined,
  retryAfterMs: number | undefined,
  now: ClockReadings,
): RetryAfterPause {
  const leftMs = pauseLeftMs(pause, now);
  // Responses to requests that were in flight together are about the same pause.
  const inARow = (pause?.inARow ?? 0) + (leftMs === 0 ? 1 : 0);
  const totalMs = Math.max(leftMs, durationMs(retryAfterMs, Math.max(0, inARow - 1)));
  return pauseOf(totalMs, inARow, now);
}

/** After the status of a job was received, the next pause is short again. The current one still holds. */
export function pauseAfterResponse(pause: RetryAfterPause | undefined): RetryAfterPause | undefined {
  return pause === undefined || pause.inARow === 0 ? pause : { ...pause, inARow: 0 };
}

function durationMs(retryAfterMs: number | undefined, earlierInARow: number): number {
  return retryAfterMs === undefined
    ? Math.min(FIRST_BACKOFF_MS * 2 ** earlierInARow, MAX_BACKOFF_MS)
    : Math.min(Math.max(retryAfterMs, MIN_PAUSE_MS), MAX_RETRY_AFTER_MS);
}

function pauseOf(totalMs: number, inARow: number, { monotonic, epoch }: ClockReadings): RetryAfterPause {
  return { since: monotonic, sinceEpoch: epoch, until: plusMs(monotonic, totalMs), inARow };
}

function isBeforeRestart({ since }: RetryAfterPause, { monotonic }: ClockReadings): boolean {
  return since > monotonic;
}
