import { asMonotonic, latestOf, plusMs } from '../../base/monotonicClock.ts';
import type { ClockReadings, MonotonicMs } from '../../base/monotonicClock.ts';
import type { Failure } from '../../model/failure.ts';
import { isFinalStatusPending, isRunning, needsPolling } from '../../model/job.ts';
import type { Job, PollState } from '../../model/job.ts';
import {
  hasRunTooLong,
  isLostAfterNotFound,
  isNotFound,
  keepsFailing,
  lostReasonAfterRefusals,
  refusalsAfter,
} from './lostJobs.ts';
import { MAX_DELAY_MS, nextDelayMs, MIN_GAP_MS } from './schedule.ts';

const FRESH: PollState = {
  attempts: 0,
  failuresInARow: 0,
  notFoundCount: 0,
  notFoundSince: undefined,
  sentAt: undefined,
  settledAt: undefined,
  runningSince: undefined,
};

/** The job with its next poll planned, after one has settled or for the first time. */
export function withNextPoll(job: Job, now: ClockReadings): Job {
  const pollState = { ...(job.pollState ?? FRESH), runningSince: runningSince(job, now), settledAt: now.monotonic };
  const nextPollAt = plusMs(now.monotonic, delayMs(job, pollState, { isFocused: true, at: now.monotonic }));
  return { ...job, pollState, nextPollAt };
}

/** The job due at once, in a focused window or not. */
export function withPollDueNow(job: Job, now: ClockReadings): Job {
  const pollState = { ...(job.pollState ?? FRESH), runningSince: runningSince(job, now), settledAt: undefined };
  return { ...job, pollState, nextPollAt: now.monotonic };
}

/** The job to be polled as soon as the limits allow, by any window. */
export function withEarlyPoll(job: Job, now: MonotonicMs): Job {
  const pollState = job.pollState ?? FRESH;
  return pastOrNone(pollState.earlyPollRequestedAt, now) === undefined
    ? { ...job, pollState: { ...pollState, earlyPollRequestedAt: now } }
    : job;
}

/** A job that has just changed, with its next poll planned. */
export function withPollAfterChange(after: Job, before: Job, now: ClockReadings): Job {
  const isConclusive = after.failure === undefined || keepsFailing(after.pollState ?? FRESH, after.failure);
  const since = { monotonic: runningSince(after, now), epoch: after.knownSince };
  if (isRunning(after) && isConclusive && hasRunTooLong(since, now)) {
    // It has not ended, so there is no outcome to announce: its row says why it is no longer polled.
    const announcedAt = after.announcedAt ?? now.epoch;
    return { ...after, isLost: true, lostReason: 'tooOld', announcedAt, nextPollAt: undefined };
  }
  if (!needsPolling(after)) {
    return { ...after, nextPollAt: undefined };
  }
  return isFinalStatusPending(after) && !isFinalStatusPending(before)
    ? withPollDueNow(after, now)
    : withNextPoll(after, now);
}

export function afterResponse(job: Job, sentAt: MonotonicMs): Job {
  const { attempts, runningSince, earlyPollRequestedAt } = job.pollState ?? FRESH;
  // Recomputed after the first response, which may have an earlier start.
  const since = job.status === undefined ? undefined : runningSince;
  const pollState = { ...FRESH, attempts: attempts + 1, sentAt, runningSince: since };
  return {
    ...job,
    failure: undefined,
    pollState: { ...pollState, ...unservedEarlyPoll(earlyPollRequestedAt, sentAt) },
  };
}

/** After a poll without a response. A job is lost after enough 404s, or refusals, over enough time. */
export function afterFailure(
  job: Job,
  failure: Failure | undefined,
  sentAt: MonotonicMs,
  now: MonotonicMs,
): Job & { readonly pollState: PollState } {
  const { earlyPollRequestedAt, ...known } = job.pollState ?? FRESH;
  const isUnknown = isNotFound(failure);
  const refusals = refusalsAfter(known.refusals, failure, now);
  const since = pastOrNone(known.notFoundSince, now) ?? now;
  const pollState: PollState = {
    ...known,
    attempts: known.attempts + 1,
    failuresInARow: known.failuresInARow + 1,
    notFoundCount: known.notFoundCount + (isUnknown ? 1 : 0),
    notFoundSince: isUnknown ? since : known.notFoundSince,
    ...(refusals && { refusals }),
    ...unservedEarlyPoll(earlyPollRequestedAt, sentAt),
    sentAt,
    settledAt: undefined,
  };
  const next = { ...job, failure: failure ?? job.failure, pollState };
  if (isUnknown && isLostAfterNotFound(pollState.notFoundCount, now - since)) {
    return { ...next, isLost: true };
  }
  const lostReason = lostReasonAfterRefusals(refusals, failure, now);
  return lostReason === undefined ? { ...next, isLost: false } : { ...next, isLost: true, lostReason };
}

/** When a window should poll the job according to its schedule. */
export function dueAt(job: Job, isFocused: boolean, now: MonotonicMs): MonotonicMs {
  const { nextPollAt = now, pollState } = job;
  const settledAt = pollState?.settledAt;
  const plannedAt =
    isFocused || pollState === undefined || settledAt === undefined
      ? nextPollAt
      : latestOf(nextPollAt, plusMs(settledAt, delayMs(job, pollState, { isFocused: false, at: settledAt })));
  // No poll is scheduled that far ahead: the machine has been restarted since.
  return plannedAt - now > MAX_DELAY_MS ? now : plannedAt;
}

/** When an early poll may be sent; undefined if none was requested. */
export function earlyPollFrom({ pollState = FRESH }: Job, now: MonotonicMs): MonotonicMs | undefined {
  const earlyPollRequestedAt = pastOrNone(pollState.earlyPollRequestedAt, now);
  const settledAt = pollState.attempts > 0 ? pastOrNone(pollState.settledAt, now) : undefined;
  return earlyPollRequestedAt === undefined || settledAt === undefined
    ? earlyPollRequestedAt
    : latestOf(earlyPollRequestedAt, plusMs(settledAt, MIN_GAP_MS));
}

/** Whether a window that took over polling has polled the job later than at `sentAt`. */
export function isPolledSince({ pollState }: Job, sentAt: MonotonicMs, now: MonotonicMs): boolean {
  return (pastOrNone(pollState?.sentAt, now) ?? sentAt) > sentAt;
}

/** For how long the job has run at `now`, as far as is known. */
export function jobAgeMs({ pollState }: Job, now: MonotonicMs): number {
  return Math.max(0, now - (pollState?.runningSince ?? now));
}

/** Undefined for a time in the future, which is from before the machine was restarted. */
function pastOrNone(at: MonotonicMs | undefined, now: MonotonicMs): MonotonicMs | undefined {
  return at !== undefined && at <= now ? at : undefined;
}

/** The early poll, if it was requested after the last poll was sent. */
function unservedEarlyPoll(
  earlyPollRequestedAt: MonotonicMs | undefined,
  sentAt: MonotonicMs,
): Pick<PollState, 'earlyPollRequestedAt'> {
  return earlyPollRequestedAt !== undefined && earlyPollRequestedAt > sentAt ? { earlyPollRequestedAt } : {};
}

/**
 * When the job started, on the monotonic clock. Converted once from the wall clock, which may be set later, and then kept. A job that
 * was started here began when it became known. An adopted one was already running then: an earlier start that the service reports
 * counts.
 */
function runningSince(
  { pollState, origin, knownSince, status }: Job,
  { monotonic, epoch }: ClockReadings,
): MonotonicMs {
  const known = pollState?.runningSince;
  if (known !== undefined && known <= monotonic) {
    return known;
  }
  const startedAt = origin === 'adopted' ? status?.startedAt : undefined;
  return asMonotonic(Math.min(monotonic, monotonic - epoch + Math.min(knownSince, startedAt ?? knownSince)));
}

/** How long to wait from `at` to the next poll. */
function delayMs(
  job: Job,
  { attempts, failuresInARow, runningSince }: PollState,
  { isFocused, at }: { readonly isFocused: boolean; readonly at: MonotonicMs },
): number {
  const ageMs = at - (runningSince ?? at);
  return nextDelayMs({ id: job.syncId, ageMs, attempt: attempts, failuresInARow, isFocused });
}
