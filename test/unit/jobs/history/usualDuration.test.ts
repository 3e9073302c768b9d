import assert from 'node:assert/strict';
import { usualDurations } from '../../../../src/jobs/history/usualDuration.ts';
import type { Job } from '../../../../src/model/job.ts';
import { completedStatus, runningStatus, sampleJob } from '../sampleJobs.ts';

describe('The usual duration', () => {
  const run = (durationMs: number, changes: Partial<Job> = {}, startedAt = 0): Job =>
    sampleJob({ status: completedStatus({ startedAt, completedAt: startedAt + durationMs }), ...changes });
  const job = sampleJob();

  it('is the median of the runs that went well', () => {
    assert.equal(usualDurations([run(10), run(1000), run(40)])(job), 40);
    assert.equal(usualDurations([run(10), run(20), run(30), run(1000)])(job), 25);
  });

  it('is not known before three runs', () => {
    assert.equal(usualDurations([])(job), undefined);
    assert.equal(usualDurations([run(10), run(10)])(job), undefined);
  });

  it('leaves out failed, running and lost runs, and those of which nobody said when they ended', () => {
    const others = [
      sampleJob({ status: completedStatus({ status: 'failed', startedAt: 0, completedAt: 1 }) }),
      sampleJob({ status: runningStatus() }),
      sampleJob({ status: completedStatus({ completedAt: undefined }) }),
      run(1, { isLost: true }),
      run(-5),
    ];
    assert.equal(usualDurations([...others, run(30), run(40), run(50)])(job), 40);
    assert.equal(usualDurations([...others, run(30), run(40)])(job), undefined);
  });

  it('is counted for each connection, and for syncs and uploads, apart', () => {
    const known = [1, 2, 3].flatMap((n) => [
      run(n),
      run(n * 10, { kind: 'upload' }),
      run(n * 100, { entityId: 'other' }),
    ]);
    const usual = usualDurations(known);
    assert.deepEqual(
      [job, sampleJob({ kind: 'upload' }), sampleJob({ entityId: 'other' })].map((one) => usual(one)),
      [2, 20, 200],
    );
  });

  it('forgets what was usual twenty runs ago', () => {
    const old = Array.from({ length: 30 }, (_, index) => run(1000, {}, index));
    const recent = Array.from({ length: 20 }, (_, index) => run(10, {}, 100 + index));
    assert.equal(usualDurations([...recent, ...old])(job), 10);
  });

  it('counts from when we learned of a run where the service named no start', () => {
    const one = sampleJob({ knownSince: 100, status: completedStatus({ startedAt: undefined, completedAt: 150 }) });
    assert.equal(usualDurations([one, one, one])(job), 50);
  });
});
