import assert from 'node:assert/strict';
import { usualBand, usualDuration } from '../../../../src/jobs/history/usualDurations.ts';
import type { Job } from '../../../../src/model/job.ts';
import { completedStatus, runningStatus, sampleJob } from '../sampleJobs.ts';

describe('The usual duration', () => {
  const run = (durationMs: number, changes: Partial<Job> = {}, startedAt = 0): Job =>
    sampleJob({ status: completedStatus({ startedAt, completedAt: startedAt + durationMs }), ...changes });
  const job = sampleJob();

  it('is the median of the successful runs', () => {
    assert.equal(usualDuration([run(10), run(1000), run(40)], job), 40);
    assert.equal(usualDuration([run(10), run(20), run(30), run(1000)], job), 25);
  });

  it('is unknown with fewer than three runs', () => {
    assert.equal(usualDuration([], job), undefined);
    assert.equal(usualDuration([run(10), run(10)], job), undefined);
  });

  it('omits failed, running and lost runs, and those whose end is unknown', () => {
    const others = [
      sampleJob({ status: completedStatus({ status: 'failed', startedAt: 0, completedAt: 1 }) }),
      sampleJob({ status: runningStatus() }),
      sampleJob({ status: completedStatus({ completedAt: undefined }) }),
      run(1, { isLost: true }),
      run(-5),
    ];
    assert.equal(usualDuration([...others, run(30), run(40), run(50)], job), 40);
    assert.equal(usualDuration([...others, run(30), run(40)], job), undefined);
  });

  it('is separate per connection, and for syncs and uploads', () => {
    const known = [1, 2, 3].flatMap((n) => [
      run(n),
      run(n * 10, { kind: 'upload' }),
      run(n * 100, { entityId: 'other' }),
    ]);
    assert.deepEqual(
      [job, sampleJob({ kind: 'upload' }), sampleJob({ entityId: 'other' })].map((one) => usualDuration(known, one)),
      [2, 20, 200],
    );
  });

  it('is that of uploads with a similar number of rows', () => {
    const uploadOf = (rows: number, durationMs: number): Job =>
      run(durationMs, { kind: 'upload', source: { name: 'a.csv', rows, byteLength: 1 } });
    const known = [
      ...[2, 3, 4].map((rows) => uploadOf(rows, 10)),
      ...[1_000, 2_000, 9_000].map((rows) => uploadOf(rows, 500)),
    ];
    assert.deepEqual(
      [9, 50, 1_204, 4_690_001].map((rows) => usualDuration(known, uploadOf(rows, 0))),
      [10, undefined, 500, undefined],
    );
  });

  it('ignores all but the latest twenty runs', () => {
    const old = Array.from({ length: 30 }, (_, index) => run(1000, {}, index));
    const recent = Array.from({ length: 20 }, (_, index) => run(10, {}, 100 + index));
    assert.equal(usualDuration([...recent, ...old], job), 10);
  });

  it('ignores runs of which the service gives no start: their end is by another clock', () => {
    const one = sampleJob({ knownSince: 100, status: completedStatus({ startedAt: undefined, completedAt: 150 }) });
    assert.equal(usualDuration([one, one, one], job), undefined);
  });
});

describe('The usual band of durations', () => {
  const run = (startedAt: number, durationMs: number, changes: Partial<Job> = {}): Job =>
    sampleJob({
      syncId: `run-${startedAt}`,
      status: completedStatus({ startedAt, completedAt: startedAt + durationMs }),
      ...changes,
    });

  it('is the median and the percentiles of the successful runs of one kind', () => {
    const jobs = Array.from({ length: 11 }, (_, index) => run(index * 1000, (index + 1) * 10));
    const others = [
      run(50_000, 9999, { kind: 'upload' }),
      run(60_000, 9999, { status: completedStatus({ status: 'failed' }) }),
      sampleJob({ status: runningStatus() }),
    ];
    assert.deepEqual(usualBand([...others, ...jobs], 'sync'), { lowMs: 20, medianMs: 60, highMs: 100, runCount: 11 });
    assert.equal(
      usualBand([...others, ...jobs], 'sync')?.medianMs,
      usualDuration(jobs, { entityId: 'entity-1', kind: 'sync' }),
    );
    assert.equal(usualBand([...others, ...jobs], 'upload'), undefined);
  });

  it('lies between two runs where there are few, and needs three', () => {
    assert.deepEqual(usualBand([run(0, 10), run(1, 20), run(2, 30)], 'sync'), {
      lowMs: 12,
      medianMs: 20,
      highMs: 28,
      runCount: 3,
    });
    assert.equal(usualBand([run(0, 10), run(1, 20)], 'sync'), undefined);
  });

  it('ignores all but the latest twenty runs', () => {
    const jobs = Array.from({ length: 40 }, (_, index) => run(index, index < 20 ? 5000 : 10));
    assert.deepEqual(usualBand(jobs, 'sync'), { lowMs: 10, medianMs: 10, highMs: 10, runCount: 20 });
  });
});
