import type { ClockReadings, MonotonicMs } from '../../base/monotonicClock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../base/time.ts';
import type { EpochMs } from '../../base/time.ts';
import type { Failure } from '../../model/failure.ts';
import type { PollState, LostReason, Refusals } from '../../model/job.ts';

/** After this many 404s over this long, the service no longer knows the job. */
const LOST_AFTER_NOT_FOUND = 3;
const NOT_FOUND_FOR_MS = 30 * SECOND_MS;
/** Refusals take longer, because a permission may be restored, and a status may be available later. */
const LOST_AFTER_REFUSALS = 5;
const REFUSED_FOR_MS = 15 * MINUTE_MS;
/** After fewer failures in a row, a job is not given up: the machine may have slept for most of the time since the first. */
const MIN_FAILURES_IN_A_ROW = 5;
const FINAL_STATUS_WITHIN_MS = HOUR_MS;
/** No sync takes that long. Without this, a job that the service reports as running forever would be polled forever. */
export const MAX_RUN_DAYS = 7;

/** The 4xx that may be temporary: timeout, conflict, locked, too early. 429 is a failure of its own. */
const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([408, 409, 423, 425]);
const GONE = 410;

type Refusal = Extract<Failure, { readonly reason: 'byService' }>;

/** Whether the service refused, and not the extension before it. */
function isRefusal(failure: Failure | undefined): failure is Refusal {
  return failure?.kind === 'rejected' && failure.reason === 'byService';
}

/** Whether the service says that it does not know the job. */
export function isNotFound(failure: Failure | undefined): boolean {
  return failure?.kind === 'notFound' || (isRefusal(failure) && failure.status === GONE);
}

/** Whether this many 404s over this long mean that the service no longer knows the job, not that it is briefly disrupted. */
export function isLostAfterNotFound(notFoundCount: number, notFoundForMs: number): boolean {
  return notFoundCount >= LOST_AFTER_NOT_FOUND && notFoundForMs >= NOT_FOUND_FOR_MS;
}

/** Counts how often the service has refused the job's status since it last returned one. Ignores other kinds of failure. */
export function refusalsAfter(
  before: Refusals | undefined,
  failure: Failure | undefined,
  now: MonotonicMs,
): Refusals | undefined {
  const countsAsRefusal = refusalReason(failure) !== undefined;
  // A time in the future is from before the machine was restarted.
  const since = before === undefined || before.since > now ? now : before.since;
  return countsAsRefusal ? { count: (before?.count ?? 0) + 1, since } : before;
}

/** Why the job is given up after this refusal; undefined if it is not. */
export function lostReasonAfterRefusals(
  refusals: Refusals | undefined,
  failure: Failure | undefined,
  now: MonotonicMs,
): LostReason | undefined {
  const isLasting =
    refusals !== undefined && refusals.count >= LOST_AFTER_REFUSALS && now - refusals.since >= REFUSED_FOR_MS;
  return isLasting ? refusalReason(failure) : undefined;
}

/** Whether polls have failed so often in a row that the job may be given up. Being offline says nothing about it, however long it lasts. */
export function keepsFailing({ failuresInARow }: PollState, failure: Failure | undefined): boolean {
  return failure?.kind !== 'unreachable' && failuresInARow >= MIN_FAILURES_IN_A_ROW;
}

/** Whether to stop polling for the final status of a job that has ended according to a list received at `listedAt`. */
export function isFinalStatusOverdue(
  listedAt: EpochMs,
  pollState: PollState,
  failure: Failure | undefined,
  now: EpochMs,
): boolean {
  // In either direction, because the clock may have been set back since.
  return keepsFailing(pollState, failure) && Math.abs(now - listedAt) >= FINAL_STATUS_WITHIN_MS;
}

/** Whether a job has been running for too long, by both clocks, because either may be wrong. */
export function hasRunTooLong(since: ClockReadings, now: ClockReadings): boolean {
  return Math.min(now.monotonic - since.monotonic, now.epoch - since.epoch) >= MAX_RUN_DAYS * DAY_MS;
}

function refusalReason(failure: Failure | undefined): LostReason | undefined {
  if (failure?.kind === 'rejected') {
    return isRefusal(failure) && TEMPORARY_STATUSES.has(failure.status) ? undefined : 'refused';
  }
  const isWithoutStatus = failure?.kind === 'unexpectedResponse' && failure.detail !== 'notJson';
  return isWithoutStatus ? 'noStatus' : undefined;
}
