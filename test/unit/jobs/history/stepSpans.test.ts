import assert from 'node:assert/strict';
import { durationWithStepsMs, stepSpans } from '../../../../src/jobs/history/stepSpans.ts';
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
    assert.equal(durationWithStepsMs(job, 507_000), 7000);
  });

  it('begin with the first step if the job has no start, and are never negative', () => {
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

  it('begin with the earliest step, in whatever order they come', () => {
    const steps = [800, 300, 500].map((startedAt) => sampleStep({ startedAt, completedAt: 900, status: 'completed' }));
    assert.deepEqual(spans(sampleJob({ status: completedStatus({ startedAt: undefined, steps }) })), [
      [500, 600],
      [0, 600],
      [200, 600],
    ]);
  });

  it('end where they start for a step whose end was not reported', () => {
    const job = sampleJob({ status: completedStatus({ startedAt: 0, steps: [sampleStep({ startedAt: 100 })] }) });
    assert.deepEqual(spans(job), [[100, 100]]);
  });

  it('are empty without a status, and extend to the last of them', () => {
    assert.deepEqual(spans(sampleJob()), []);
    const steps = [sampleStep({ status: 'completed', completedAt: 9000 })];
    assert.equal(durationWithStepsMs(sampleJob({ status: completedStatus({ completedAt: 5000, steps }) }), 0), 9000);
  });

  it('count from when the job became known if its steps have no start', () => {
    const steps = [sampleStep({ startedAt: undefined })];
    assert.deepEqual(spans(sampleJob({ status: runningStatus({ startedAt: undefined, steps }) })), [
      [undefined, undefined],
    ]);
  });
});
