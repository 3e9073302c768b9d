import { isEndPending, isRunning } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { RateLimiterState } from '../polling/rateLimiter.ts';

/**
 * A job that this window changed while it could not write, on top of what other windows wrote meanwhile: what the service
 * said last, and everything that was noted about it in either.
 */
export function mergedJob(theirs: Job, ours: Job): Job {
  const announcedAt = theirs.announcedAt ?? ours.announcedAt;
  const { entityId, entityName, kind, origin, startMessage, source, startedIn } =
    ours.startedIn === undefined ? theirs : ours;
  const { status, listedEnd, answeredAt, nextCheckAt, askingUntil, failure, isLost, lostReason, requestId, pollState } =
    isNewer(ours, theirs) ? ours : theirs;
  return {
    ...theirs,
    ...{ entityId, entityName, kind, origin, startMessage, source, startedIn },
    ...{ status, listedEnd, answeredAt, nextCheckAt, askingUntil, failure, isLost, lostReason, requestId, pollState },
    isSeen: theirs.isSeen || ours.isSeen,
    ...(announcedAt === undefined ? {} : { announcedAt }),
  };
}

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

/** What is closer to the end counts; otherwise the later answer. */
function isNewer(ours: Job, theirs: Job): boolean {
  const difference = finality(ours) - finality(theirs);
  return difference === 0 ? (ours.answeredAt ?? 0) >= (theirs.answeredAt ?? 0) : difference > 0;
}

function finality(job: Job): number {
  return isRunning(job) ? 0 : isEndPending(job) ? 1 : 2;
}
