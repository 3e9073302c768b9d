import assert from 'node:assert/strict';
import { asMonotonic, plusMs } from '../../../../src/base/monotonicClock.ts';
import type { ClockReadings } from '../../../../src/base/monotonicClock.ts';
import {
  afterFailure,
  afterResponse,
  dueAt,
  withPollDueNow,
  jobAgeMs,
  withNextPoll,
  withEarlyPoll,
  earlyPollFrom,
  withPollAfterChange,
} from '../../../../src/jobs/polling/pollState.ts';
import type { Failure } from '../../../../src/model/failure.ts';
import { completedStatus, runningStatus, sampleJob } from '../sampleJobs.ts';

const HOUR_MS = 3_600_000;
const NOW: ClockReadings = { monotonic: asMonotonic(5_000_000), epoch: 900_000_000 };
const NOT_FOUND: Failure = { kind: 'notFound', problem: undefined };

describe('The poll state of a job', () => {
  describe('counts its age', () => {
    it('from when one of ours became known, by our clock', () => {
      const status = runningStatus({ startedAt: NOW.epoch - HOUR_MS });
      const job = withNextPoll(sampleJob({ knownSince: NOW.epoch - 1000, status }), NOW);
      assert.equal(jobAgeMs(job, NOW.monotonic), 1000);
      assert.equal(jobAgeMs(job, plusMs(NOW.monotonic, 500)), 1500);
    });

    it('of an adopted one from when the service says it began, once it has said so', () => {
      const adopted = withPollDueNow(sampleJob({ knownSince: NOW.epoch, origin: 'adopted' }), NOW);
      assert.equal(jobAgeMs(adopted, NOW.monotonic), 0);
      const status = runningStatus({ startedAt: NOW.epoch - HOUR_MS });
      const responded = withNextPoll({ ...afterResponse(adopted, NOW.monotonic), status }, NOW);
      assert.equal(jobAgeMs(responded, NOW.monotonic), HOUR_MS);
      const ahead = {
        ...afterResponse(adopted, NOW.monotonic),
        status: runningStatus({ startedAt: NOW.epoch + HOUR_MS }),
      };
      assert.equal(jobAgeMs(withNextPoll(ahead, NOW), NOW.monotonic), 0);
    });

    it('as before when the clock is set, and anew when the machine is restarted', () => {
      const job = withNextPoll(sampleJob({ knownSince: NOW.epoch - 1000 }), NOW);
      const set = { monotonic: plusMs(NOW.monotonic, 500), epoch: NOW.epoch - HOUR_MS };
      assert.equal(jobAgeMs(withNextPoll(job, set), set.monotonic), 1500);
      const restarted = { monotonic: asMonotonic(20_000), epoch: NOW.epoch + 60_000 };
      assert.equal(jobAgeMs(withNextPoll(job, restarted), restarted.monotonic), 61_000);
    });
  });

  it('is due at once if its plan is from before the machine was restarted', () => {
    const job = withNextPoll(sampleJob(), NOW);
    assert.equal(dueAt(job, true, asMonotonic(20_000)), 20_000);
    assert.equal(dueAt(job, false, asMonotonic(20_000)), 20_000);
    assert.equal(dueAt(sampleJob(), true, NOW.monotonic), NOW.monotonic);
  });

  it('is planned anew whenever it has changed, until it has ended', () => {
    const job = sampleJob({ knownSince: NOW.epoch });
    const changed = withPollAfterChange({ ...job, isSeen: true }, job, NOW);
    assert.ok((changed.nextPollAt ?? 0) > NOW.monotonic);
    const ended = withPollAfterChange({ ...changed, status: completedStatus() }, job, NOW);
    assert.equal(ended.nextPollAt, undefined);
    const listed = withPollAfterChange({ ...changed, status: completedStatus(), listedEnd: 'pending' }, job, NOW);
    assert.equal(listed.nextPollAt, NOW.monotonic);
  });

  it('is requested once, until a poll that was sent later has settled', () => {
    const job = withEarlyPoll(withNextPoll(sampleJob({ knownSince: NOW.epoch }), NOW), NOW.monotonic);
    const after = plusMs(NOW.monotonic, 500);
    assert.equal(earlyPollFrom(job, after), NOW.monotonic);
    assert.equal(withEarlyPoll(job, after), job);
    assert.equal(earlyPollFrom(afterResponse(job, after), after), undefined);
    assert.equal(earlyPollFrom(afterFailure(job, NOT_FOUND, after, after), after), undefined);
    const sentBefore = withNextPoll(afterResponse(job, plusMs(NOW.monotonic, -1)), { ...NOW, monotonic: after });
    assert.equal(earlyPollFrom(sentBefore, plusMs(after, 1)), plusMs(after, 1000));
    assert.equal(earlyPollFrom(job, asMonotonic(1000)), undefined, 'from before the machine was restarted');
  });

  it('counts 404s from the first of them, or anew if that was before the machine was restarted', () => {
    const first = afterFailure(sampleJob(), NOT_FOUND, NOW.monotonic, NOW.monotonic);
    const second = afterFailure(first, NOT_FOUND, NOW.monotonic, plusMs(NOW.monotonic, 20_000));
    assert.equal(afterFailure(second, NOT_FOUND, NOW.monotonic, plusMs(NOW.monotonic, 30_000)).isLost, true);
    assert.equal(afterFailure(second, NOT_FOUND, NOW.monotonic, asMonotonic(1000)).isLost, false);
  });
});
