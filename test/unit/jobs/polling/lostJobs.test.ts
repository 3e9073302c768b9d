import assert from 'node:assert/strict';
import { asMonotonic, plusMs } from '../../../../src/base/monotonicClock.ts';
import {
  hasRunTooLong,
  isFinalStatusOverdue,
  isLostAfterNotFound,
  isNotFound,
  lostReasonAfterRefusals,
  refusalsAfter,
} from '../../../../src/jobs/polling/lostJobs.ts';
import type { Failure } from '../../../../src/model/failure.ts';
import type { PollState, Refusals } from '../../../../src/model/job.ts';

const MINUTE_MS = 60_000;
const now = asMonotonic(5_000_000);

function rejected(status: number): Failure {
  return { kind: 'rejected', reason: 'byService', status, message: '', problem: undefined };
}

function unexpected(detail: 'missingFields' | 'notJson'): Failure {
  return { kind: 'unexpectedResponse', status: 200, detail };
}

/** After refusals of this kind, one a minute, at the time of the last one. */
function afterRefusals(failure: Failure, count: number): readonly [Refusals | undefined, number] {
  let refusals: Refusals | undefined;
  let at = now;
  for (let index = 0; index < count; index += 1) {
    at = plusMs(now, index * MINUTE_MS);
    refusals = refusalsAfter(refusals, failure, at);
  }
  return [refusals, at];
}

describe('A job whose status is refused', () => {
  it('gives a job up after three 404s over half a minute, and not before both', () => {
    assert.equal(isLostAfterNotFound(2, 60_000), false);
    assert.equal(isLostAfterNotFound(3, 29_999), false);
    assert.equal(isLostAfterNotFound(3, 30_000), true);
    assert.equal(isLostAfterNotFound(20, 30_000), true);
  });

  it('is given up after five refusals over a quarter of an hour, with the reason', () => {
    for (const [failure, reason] of [
      [rejected(403), 'refused'],
      [rejected(400), 'refused'],
      [unexpected('missingFields'), 'noStatus'],
    ] as const) {
      const [five, at] = afterRefusals(failure, 5);
      assert.deepEqual(five, { count: 5, since: now });
      assert.equal(lostReasonAfterRefusals(five, failure, asMonotonic(at)), undefined, 'too soon');
      assert.equal(lostReasonAfterRefusals(five, failure, plusMs(now, 15 * MINUTE_MS - 1)), undefined);
      assert.equal(lostReasonAfterRefusals(five, failure, plusMs(now, 15 * MINUTE_MS)), reason);
      const [four] = afterRefusals(failure, 4);
      assert.equal(lostReasonAfterRefusals(four, failure, plusMs(now, 60 * MINUTE_MS)), undefined, 'too few');
    }
    assert.equal(lostReasonAfterRefusals(undefined, rejected(403), now), undefined);
  });

  it('is followed on while the refusal may pass, or tells nothing', () => {
    const before = { count: 9, since: now };
    const late = plusMs(now, 60 * MINUTE_MS);
    for (const failure of [
      ...[408, 409, 423, 425].map(rejected),
      unexpected('notJson'),
      { kind: 'timedOut', afterMs: 1 } as const,
      undefined,
    ]) {
      assert.equal(refusalsAfter(before, failure, late), before);
      assert.equal(refusalsAfter(undefined, failure, late), undefined);
      assert.equal(lostReasonAfterRefusals(before, failure, late), undefined);
    }
  });

  it('is counted anew from when the machine was restarted, without losing the count', () => {
    const before = { count: 3, since: plusMs(now, 1) };
    assert.deepEqual(refusalsAfter(before, rejected(403), now), { count: 4, since: now });
    assert.deepEqual(refusalsAfter({ ...before, since: now }, rejected(403), plusMs(now, 5)), { count: 4, since: now });
  });

  it('is unknown to the service by 404 and by 410 only', () => {
    assert.equal(isNotFound({ kind: 'notFound', problem: undefined }), true);
    assert.equal(isNotFound(rejected(410)), true);
    assert.equal(isNotFound(rejected(409)), false);
    assert.equal(isNotFound({ kind: 'unavailable', status: 410, retryAfterMs: undefined, problem: undefined }), false);
    assert.equal(isNotFound(undefined), false);
  });
});

describe('A final status', () => {
  const HOUR_MS = 60 * MINUTE_MS;
  const after = (failuresInARow: number): PollState => ({
    attempts: 9,
    failuresInARow,
    notFoundCount: 0,
    notFoundSince: undefined,
    sentAt: undefined,
    settledAt: undefined,
    runningSince: undefined,
  });
  const failure = { kind: 'timedOut', afterMs: 1 } as const;

  it('is waited for until an hour after the end was listed, and five polls without an answer', () => {
    assert.equal(isFinalStatusOverdue(0, after(5), failure, HOUR_MS), true);
    assert.equal(isFinalStatusOverdue(0, after(5), undefined, HOUR_MS), true);
    assert.equal(isFinalStatusOverdue(0, after(5), failure, HOUR_MS - 1), false);
    assert.equal(isFinalStatusOverdue(0, after(4), failure, 9 * HOUR_MS), false);
    assert.equal(isFinalStatusOverdue(2 * HOUR_MS, after(5), failure, HOUR_MS), true, 'the clock was set back');
  });

  it('is waited for as long as the machine is offline', () => {
    const offline = { kind: 'unreachable', reason: 'nameNotFound', detail: '' } as const;
    assert.equal(isFinalStatusOverdue(0, after(50), offline, 9 * HOUR_MS), false);
  });
});

describe('A job that runs', () => {
  const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
  const since = { monotonic: now, epoch: 1_000_000 };
  const at = (ms: number, epochMs: number) => ({ monotonic: plusMs(now, ms), epoch: 1_000_000 + epochMs });

  it('is followed for a week, by both clocks', () => {
    assert.equal(hasRunTooLong(since, at(WEEK_MS, WEEK_MS)), true);
    assert.equal(hasRunTooLong(since, at(WEEK_MS - 1, WEEK_MS)), false);
    assert.equal(hasRunTooLong(since, at(WEEK_MS, WEEK_MS - 1)), false);
  });
});
