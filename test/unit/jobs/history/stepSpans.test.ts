import assert from 'node:assert/strict';
import { elapsedMs, stepSpans } from '../../../../src/jobs/history/stepSpans.ts';
import type { Job } from '../../../../src/model/job.ts';
import { completedStatus, runningStatus, sampleJob, sampleStep } from '../sampleJobs.ts';

describe('The spans of steps', () => {
  const spans = (job: Job): (number | undefined)[][] => stepSpans(job).map(({ startMs, endMs }) => [startMs, endMs]);

  it("are counted from the job's start by the service's clock", () => {
    const steps = [
      sampleStep({ status: 'completed', startedAt: 1000, completedAt: 3000 }),
      sampleStep({ startedAt: 3000 }),
      sampleStep({ status: 'pending', startedAt: undefined }),
    ];
    const job = sampleJob({ knownSince: 500_000, status: runningStatus({ startedAt: 1000, steps }) });
    assert.deepEqual(spans(job), [
      [0, 2000],
      [2000, undefined],
      [undefined, undefined],
    ]);
    assert.equal(elapsedMs(job, 507_000), 7000);
  });

  it('begin with the first step where the job names no start, and never run backwards', () => {
    const steps = [
      sampleStep({ status: 'completed', startedAt: 700, completedAt: 600 }),
      sampleStep({ status: 'completed', startedAt: undefined, completedAt: 900 }),
    ];
    const job = sampleJob({ status: completedStatus({ startedAt: undefined, steps }) });
    assert.deepEqual(spans(job), [
      [0, 0],
      [200, 200],
    ]);
  });

  it('end where they began for a step that nobody said had ended', () => {
    const job = sampleJob({ status: completedStatus({ startedAt: 0, steps: [sampleStep({ startedAt: 100 })] }) });
    assert.deepEqual(spans(job), [[100, 100]]);
  });

  it('are none without an answer, and reach as far as the last of them', () => {
    assert.deepEqual(spans(sampleJob()), []);
    const steps = [sampleStep({ status: 'completed', completedAt: 9000 })];
    assert.equal(elapsedMs(sampleJob({ status: completedStatus({ completedAt: 5000, steps }) }), 0), 9000);
  });

  it('count from when we learned of a job whose steps name no start', () => {
    const steps = [sampleStep({ startedAt: undefined })];
    assert.deepEqual(spans(sampleJob({ status: runningStatus({ startedAt: undefined, steps }) })), [
      [undefined, undefined],
    ]);
  });
});
