import assert from 'node:assert/strict';
import { asMonotonic, plusMs } from '../../../../src/base/monotonicClock.ts';
import type { Moment } from '../../../../src/base/monotonicClock.ts';
import {
  afterAnswer,
  afterFailure,
  dueAt,
  heldUntil,
  jobAgeMs,
  LEASE_MS,
  planned,
  released,
  settled,
} from '../../../../src/jobs/polling/pollState.ts';
import type { Failure } from '../../../../src/model/failure.ts';
import { completedStatus, runningStatus, sampleJob } from '../sampleJobs.ts';

const HOUR_MS = 3_600_000;
const NOW: Moment = { monotonic: asMonotonic(5_000_000), epoch: 900_000_000 };
const NOT_FOUND: Failure = { kind: 'notFound', problem: undefined };

describe('Asking about a job', () => {
  describe('counts its age', () => {
    it('from when we learned of one of ours, by our clock', () => {
      const status = runningStatus({ startedAt: NOW.epoch - HOUR_MS });
      const job = planned(sampleJob({ knownSince: NOW.epoch - 1000, status }), NOW);
      assert.equal(jobAgeMs(job, NOW.monotonic), 1000);
      assert.equal(jobAgeMs(job, plusMs(NOW.monotonic, 500)), 1500);
    });

    it('of an adopted one from when the service says it began, once it has said so', () => {
      const adopted = released(sampleJob({ knownSince: NOW.epoch, origin: 'adopted' }), NOW);
      assert.equal(jobAgeMs(adopted, NOW.monotonic), 0);
      const status = runningStatus({ startedAt: NOW.epoch - HOUR_MS });
      const answered = planned({ ...afterAnswer(adopted, NOW.monotonic), status }, NOW);
      assert.equal(jobAgeMs(answered, NOW.monotonic), HOUR_MS);
      const ahead = {
        ...afterAnswer(adopted, NOW.monotonic),
        status: runningStatus({ startedAt: NOW.epoch + HOUR_MS }),
      };
      assert.equal(jobAgeMs(planned(ahead, NOW), NOW.monotonic), 0);
    });

    it('as before when somebody sets the clock, and anew when the machine is started anew', () => {
      const job = planned(sampleJob({ knownSince: NOW.epoch - 1000 }), NOW);
      const set = { monotonic: plusMs(NOW.monotonic, 500), epoch: NOW.epoch - HOUR_MS };
      assert.equal(jobAgeMs(planned(job, set), set.monotonic), 1500);
      const restarted = { monotonic: asMonotonic(20_000), epoch: NOW.epoch + 60_000 };
      assert.equal(jobAgeMs(planned(job, restarted), restarted.monotonic), 61_000);
    });
  });

  it('belongs for ten seconds to whoever holds the question, and never longer than anybody could', () => {
    assert.equal(heldUntil(undefined, NOW.monotonic), undefined);
    assert.equal(heldUntil(plusMs(NOW.monotonic, LEASE_MS), NOW.monotonic), plusMs(NOW.monotonic, LEASE_MS));
    assert.equal(heldUntil(NOW.monotonic, NOW.monotonic), undefined);
    assert.equal(heldUntil(plusMs(NOW.monotonic, LEASE_MS + 1), NOW.monotonic), undefined);
  });

  it('is due at once where its plan is from before the machine was started anew', () => {
    const job = planned(sampleJob(), NOW);
    assert.equal(dueAt(job, true, asMonotonic(20_000)), 20_000);
    assert.equal(dueAt(job, false, asMonotonic(20_000)), 20_000);
    assert.equal(dueAt(sampleJob(), true, NOW.monotonic), NOW.monotonic);
  });

  it('is planned anew by the window that asked, and by no other while that one asks', () => {
    const claim = { askedAt: NOW.monotonic, until: plusMs(NOW.monotonic, LEASE_MS) };
    const held = { askingUntil: claim.until, nextCheckAt: claim.until };
    const job = sampleJob({ knownSince: NOW.epoch, ...held });
    const own = settled({ ...job, isSeen: true }, job, claim, NOW);
    assert.equal(own.askingUntil, undefined);
    assert.ok((own.nextCheckAt ?? 0) < claim.until);
    const other = { ...claim, until: plusMs(claim.until, -1) };
    const others = settled({ ...job, isSeen: true }, job, other, NOW);
    assert.deepEqual(others, { ...job, isSeen: true });
    const lapsed = { monotonic: claim.until, epoch: NOW.epoch };
    assert.equal(settled({ ...job, isSeen: true }, job, other, lapsed).askingUntil, undefined);
    const ended = settled({ ...job, status: completedStatus() }, job, other, NOW);
    assert.deepEqual([ended.nextCheckAt, ended.askingUntil], [undefined, undefined]);
  });

  it('counts 404s from the first of them, or anew where that lies before the machine was started', () => {
    const first = afterFailure(sampleJob(), NOT_FOUND, NOW.monotonic, NOW.monotonic);
    const second = afterFailure(first, NOT_FOUND, NOW.monotonic, plusMs(NOW.monotonic, 20_000));
    assert.equal(afterFailure(second, NOT_FOUND, NOW.monotonic, plusMs(NOW.monotonic, 30_000)).isLost, true);
    assert.equal(afterFailure(second, NOT_FOUND, NOW.monotonic, asMonotonic(1000)).isLost, false);
  });
});
