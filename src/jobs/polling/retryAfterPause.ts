import { plusMs } from '../../base/monotonicClock.ts';
import type { Moment, MonotonicMs } from '../../base/monotonicClock.ts';
import type { EpochMs } from '../../base/time.ts';
import { LONGEST_RETRY_AFTER_MS } from '../../model/answerMeta.ts';
import { pauseMs } from './schedule.ts';

/** The rest that the service asked for. It holds for everything that any window asks on behalf of one account. */
export interface RetryAfterPause {
  readonly since: MonotonicMs;
  /** The same moment by the clock that goes on while the machine is off. */
  readonly sinceEpoch: EpochMs;
  readonly until: MonotonicMs;
  /** How many rests there were without a real answer in between. */
  readonly inARow: number;
}

/** How much of it is left, in milliseconds. */
export function pauseLeftMs(rest: RetryAfterPause | undefined, now: Moment): number {
  if (rest === undefined) {
    return 0;
  }
  const { since, sinceEpoch, until } = rest;
  const wholeMs = Math.min(until - since, LONGEST_RETRY_AFTER_MS);
  // After a new start of the machine only the other clock tells how long it was off, if nobody set that one back.
  const pastMs = isOfEarlierStart(rest, now) ? Math.max(0, now.epoch - sinceEpoch) : now.monotonic - since;
  return Math.max(0, wholeMs - pastMs);
}

/** The rest as the steady clock tells it after the machine was started anew. To be written down before anything is asked. */
export function pauseAfterRestart(rest: RetryAfterPause | undefined, now: Moment): RetryAfterPause | undefined {
  return rest === undefined || !isOfEarlierStart(rest, now) ? rest : pauseOf(pauseLeftMs(rest, now), rest.inARow, now);
}

/** Begins a rest, or prolongs the one that is on; never shortens it. */
export function pauseAfter(
  rest: RetryAfterPause | undefined,
  retryAfterMs: number | undefined,
  now: Moment,
): RetryAfterPause {
  const leftMs = pauseLeftMs(rest, now);
  // Answers to questions that were under way together tell of the same rest.
  const inARow = (rest?.inARow ?? 0) + (leftMs === 0 ? 1 : 0);
  const wholeMs = Math.max(leftMs, pauseMs(retryAfterMs, Math.max(0, inARow - 1)));
  return pauseOf(wholeMs, inARow, now);
}

/** After a real answer: the next rest begins short again. One that is on still holds. */
export function pauseAfterAnswer(rest: RetryAfterPause | undefined): RetryAfterPause | undefined {
  return rest === undefined || rest.inARow === 0 ? rest : { ...rest, inARow: 0 };
}

function pauseOf(wholeMs: number, inARow: number, { monotonic, epoch }: Moment): RetryAfterPause {
  return { since: monotonic, sinceEpoch: epoch, until: plusMs(monotonic, wholeMs), inARow };
}

function isOfEarlierStart({ since }: RetryAfterPause, { monotonic }: Moment): boolean {
  return since > monotonic;
}
