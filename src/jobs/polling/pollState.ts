import { asMonotonic, latestOf, plusMs } from '../../base/monotonicClock.ts';
import type { Moment, MonotonicMs } from '../../base/monotonicClock.ts';
import type { Failure } from '../../model/failure.ts';
import { isEndPending, isRunning, needsStatus } from '../../model/job.ts';
import type { PollState, Job } from '../../model/job.ts';
import { hasRunTooLong, isNotFound, lostAfter, refusalsAfter } from './lostJobs.ts';
import { isGone, LONGEST_DELAY_MS, nextDelayMs } from './schedule.ts';

const FRESH: PollState = {
  attempts: 0,
  failuresInARow: 0,
  notFoundCount: 0,
  notFoundSince: undefined,
  askedAt: undefined,
  settledAt: undefined,
  runningSince: undefined,
};

/** How long a question under way keeps other windows from polling, unless it is renewed. */
export const LEASE_MS = 10_000;

/** A question that a window has under way, known again by the moment until which it is held. */
export interface Claim {
  readonly askedAt: MonotonicMs;
  readonly until: MonotonicMs;
}

/** The job with its next question planned, after one about it has settled or for the first time. */
export function planned(job: Job, now: Moment): Job {
  const pollState = { ...(job.pollState ?? FRESH), runningSince: runningSince(job, now), settledAt: now.monotonic };
  const nextCheckAt = plusMs(now.monotonic, delayMs(job, pollState, true, now.monotonic));
  return { ...job, pollState, askingUntil: undefined, nextCheckAt };
}

/** The job open to whoever asks next, at once. */
export function released(job: Job, now: Moment): Job {
  const pollState = { ...(job.pollState ?? FRESH), runningSince: runningSince(job, now), settledAt: undefined };
  return { ...job, pollState, askingUntil: undefined, nextCheckAt: now.monotonic };
}

/** A job that has just changed: with its next question planned, unless another window holds one and so will plan it. */
export function settled(after: Job, before: Job, claim: Claim | undefined, now: Moment): Job {
  if (isRunning(after) && hasRunTooLong({ monotonic: runningSince(after, now), epoch: after.knownSince }, now)) {
    // It has not ended, so there is no outcome to announce: its row says why it is no longer followed.
    return { ...ended(after), isLost: true, lostReason: 'tooOld', announcedAt: after.announcedAt ?? now.epoch };
  }
  if (!needsStatus(after)) {
    return ended(after);
  }
  const isHeld = heldUntil(before.askingUntil, now.monotonic) !== undefined;
  if (isEndPending(after) && !isEndPending(before)) {
    return isHeld ? after : released(after, now);
  }
  return isHeld && !isHeldBy(claim, before) ? after : planned(after, now);
}

function ended(job: Job): Job {
  return { ...job, nextCheckAt: undefined, askingUntil: undefined };
}

export function isHeldBy(claim: Claim | undefined, { askingUntil }: Job): boolean {
  return claim !== undefined && claim.until === askingUntil;
}

export function afterAnswer(job: Job, askedAt: MonotonicMs | undefined): Job {
  const { attempts, runningSince } = job.pollState ?? FRESH;
  // The first answer may tell that it has run for longer than we know of it.
  const since = job.status === undefined ? undefined : runningSince;
  return { ...job, failure: undefined, pollState: { ...FRESH, attempts: attempts + 1, askedAt, runningSince: since } };
}

/** After a question without an answer. Lost is what was asked for often and long enough without a status. */
export function afterFailure(
  job: Job,
  failure: Failure | undefined,
  askedAt: MonotonicMs | undefined,
  now: MonotonicMs,
): Job & { readonly pollState: PollState } {
  const known = job.pollState ?? FRESH;
  const isUnknown = isNotFound(failure);
  const refusals = refusalsAfter(known.refusals, failure, now);
  const since = known.notFoundSince === undefined || known.notFoundSince > now ? now : known.notFoundSince;
  const pollState: PollState = {
    ...known,
    attempts: known.attempts + 1,
    failuresInARow: known.failuresInARow + 1,
    notFoundCount: known.notFoundCount + (isUnknown ? 1 : 0),
    notFoundSince: isUnknown ? since : known.notFoundSince,
    ...(refusals && { refusals }),
    askedAt,
    settledAt: undefined,
  };
  const next = { ...job, failure: failure ?? job.failure, pollState };
  if (isUnknown && isGone(pollState.notFoundCount, now - since)) {
    return { ...next, isLost: true };
  }
  const lostReason = lostAfter(refusals, failure, now);
  return lostReason === undefined ? { ...next, isLost: false } : { ...next, isLost: true, lostReason };
}

/** When this window should ask about the job by itself, given what all windows know. */
export function dueAt(job: Job, isFocused: boolean, now: MonotonicMs): MonotonicMs {
  const { nextCheckAt = now, pollState } = job;
  const settledAt = pollState?.settledAt;
  const plannedAt =
    isFocused || pollState === undefined || settledAt === undefined
      ? nextCheckAt
      : latestOf(nextCheckAt, plusMs(settledAt, delayMs(job, pollState, false, settledAt)));
  // No schedule reaches that far ahead, so the machine has been started anew since.
  return plannedAt - now > LONGEST_DELAY_MS ? now : plannedAt;
}

/**
 * Until when a question belongs to a window that has it under way; undefined where it is open. `now` is to be read after
 * `askingUntil`: a claim further ahead than any reaches is from before the machine was started anew.
 */
export function heldUntil(askingUntil: MonotonicMs | undefined, now: MonotonicMs): MonotonicMs | undefined {
  return askingUntil !== undefined && askingUntil > now && askingUntil - now <= LEASE_MS ? askingUntil : undefined;
}

/** For how long the job has run at `now`, as far as is known. */
export function jobAgeMs({ pollState }: Job, now: MonotonicMs): number {
  return Math.max(0, now - (pollState?.runningSince ?? now));
}

/**
 * When the job began, as the monotonic clock would have told it. Kept once it is known, since the other clock, by which it is
 * told at first, may be set. One of ours began when we learned of it; an adopted one was found running, so the service's
 * word counts where it lies further back.
 */
function runningSince({ pollState, origin, knownSince, status }: Job, { monotonic, epoch }: Moment): MonotonicMs {
  const known = pollState?.runningSince;
  if (known !== undefined && known <= monotonic) {
    return known;
  }
  const startedAt = origin === 'adopted' ? status?.startedAt : undefined;
  return asMonotonic(Math.min(monotonic, monotonic - epoch + Math.min(knownSince, startedAt ?? knownSince)));
}

function delayMs(
  job: Job,
  { attempts, failuresInARow, runningSince }: PollState,
  isFocused: boolean,
  at: MonotonicMs,
): number {
  const { syncId } = job;
  const ageMs = at - (runningSince ?? at);
  return nextDelayMs({ syncId, ageMs, attempt: attempts, failuresInARow, isFocused });
}
