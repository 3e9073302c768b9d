import type { EpochMs } from '../base/time.ts';
import type { Failure } from '../model/failure.ts';
import type { Asking, Job } from '../model/job.ts';
import { isGone, jobAgeMs, LONGEST_DELAY_MS, nextDelayMs } from './schedule.ts';

const FRESH: Asking = {
  attempts: 0,
  failuresInARow: 0,
  notFoundCount: 0,
  notFoundSince: undefined,
  settledAt: undefined,
};

/** How long a question under way keeps other windows from asking, unless it is renewed. */
export const LEASE_MS = 10_000;

/** The job with its next question planned, after one about it has settled or for the first time. */
export function planned(job: Job, now: EpochMs): Job {
  const asking = { ...(job.asking ?? FRESH), settledAt: now };
  return { ...job, asking, askingUntil: undefined, nextCheckAt: now + delayMs(job, asking, true, now) };
}

/** The job open to whoever asks next, at once. */
export function released(job: Job, now: EpochMs): Job {
  const asking = { ...(job.asking ?? FRESH), settledAt: undefined };
  return { ...job, asking, askingUntil: undefined, nextCheckAt: now };
}

export function afterAnswer(job: Job): Job {
  const { attempts } = job.asking ?? FRESH;
  return { ...job, failure: undefined, asking: { ...FRESH, attempts: attempts + 1 } };
}

/** After a question without an answer. Lost is what was asked for often and long enough without being found. */
export function afterFailure(job: Job, failure: Failure | undefined, now: EpochMs): Job {
  const { attempts, failuresInARow, notFoundCount, notFoundSince } = job.asking ?? FRESH;
  const isNotFound = failure?.kind === 'notFound';
  const asking: Asking = {
    attempts: attempts + 1,
    failuresInARow: failuresInARow + 1,
    notFoundCount: notFoundCount + (isNotFound ? 1 : 0),
    // A clock that was set back must not make the half minute longer.
    notFoundSince: isNotFound ? Math.min(notFoundSince ?? now, now) : notFoundSince,
    settledAt: undefined,
  };
  const isLost = isNotFound && isGone(asking.notFoundCount, now - (asking.notFoundSince ?? now));
  return { ...job, failure: failure ?? job.failure, isLost, asking };
}

/** When this window should ask about the job by itself, given what all windows know. */
export function dueAt(job: Job, isFocused: boolean, now: EpochMs): EpochMs {
  const { nextCheckAt = now, asking } = job;
  const settledAt = asking?.settledAt;
  const plannedAt =
    isFocused || asking === undefined || settledAt === undefined
      ? nextCheckAt
      : Math.max(nextCheckAt, settledAt + delayMs(job, asking, false, settledAt));
  // No schedule reaches that far ahead, so the clock was set back since.
  return plannedAt - now > LONGEST_DELAY_MS ? now : plannedAt;
}

/** Until when the question belongs to a window that has it under way; undefined where it is open. */
export function heldUntil({ askingUntil }: Pick<Job, 'askingUntil'>, now: EpochMs): EpochMs | undefined {
  return askingUntil !== undefined && askingUntil > now && askingUntil - now <= LEASE_MS ? askingUntil : undefined;
}

function delayMs(job: Job, { attempts, failuresInARow }: Asking, isFocused: boolean, at: EpochMs): number {
  const { syncId } = job;
  return nextDelayMs({ syncId, ageMs: jobAgeMs(job, at), attempt: attempts, failuresInARow, isFocused });
}
