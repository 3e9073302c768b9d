import assert from 'node:assert/strict';
import {
  currentStep,
  jobDurationMs,
  statusChange,
  stepDurationMs,
  stepState,
} from '../../../../src/jobs/history/jobSteps.ts';
import type { JobStep } from '../../../../src/model/jobStatus.ts';
import { completedStatus, runningStatus, sampleJob, sampleStep } from '../sampleJobs.ts';

const extracted = sampleStep({ status: 'completed', completedAt: 2000 });
const loading = sampleStep({ name: 'Load', startedAt: 2000 });
const waiting = sampleStep({ name: 'Publish', status: 'pending', startedAt: undefined });

describe('A step', () => {
  const running = sampleJob({ status: runningStatus({ steps: [extracted, loading, waiting] }) });

  it('waits until it has started, runs, and ends as its status says', () => {
    assert.deepEqual(
      [waiting, loading, extracted, sampleStep({ status: 'failed' })].map((step) => stepState(running, step)),
      ['waiting', 'running', 'succeeded', 'failed'],
    );
  });

  it('has stopped if its job is over and it was not reported as completed', () => {
    const failed = sampleJob({ status: completedStatus({ status: 'failed' }) });
    assert.equal(stepState(failed, loading), 'stopped');
  });

  it('is the current one if it is running, else if it was the last to start', () => {
    assert.equal(currentStep(running), loading);
    assert.equal(currentStep(sampleJob({ status: runningStatus({ steps: [extracted, waiting] }) })), extracted);
    assert.equal(currentStep(sampleJob({ status: runningStatus({ steps: [waiting] }) })), waiting);
    assert.equal(currentStep(sampleJob()), undefined);
  });

  it('is the current one if it is the last of several that run, or that have run', () => {
    const publishing = sampleStep({ name: 'Publish', startedAt: 3000 });
    const loaded = sampleStep({ name: 'Load', status: 'completed', startedAt: undefined, completedAt: 3000 });
    const currentOf = (...steps: readonly JobStep[]) => currentStep(sampleJob({ status: runningStatus({ steps }) }));
    assert.equal(currentOf(loading, publishing, extracted), publishing);
    assert.equal(currentOf(waiting, extracted, loaded, waiting), loaded, 'its start is unknown, but it has ended');
  });
});

describe('A duration', () => {
  it("grows by the local clock while a job started here is running, however wrong the service's clock is", () => {
    const status = runningStatus({ startedAt: 1_000_000, steps: [sampleStep({ startedAt: 1_004_000 })] });
    const job = sampleJob({ knownSince: 5000, status });
    assert.equal(jobDurationMs(job, 15_000), 10_000);
    assert.equal(stepDurationMs(job, sampleStep({ startedAt: 1_004_000 }), 15_000), 6000);
    assert.equal(jobDurationMs(sampleJob({ knownSince: 5000 }), 15_000), 10_000);
  });

  it('of an adopted job counts from the start that the service gives', () => {
    const job = sampleJob({ origin: 'adopted', knownSince: 5000, status: runningStatus({ startedAt: 2000 }) });
    assert.equal(jobDurationMs(job, 15_000), 13_000);
  });

  it('is unknown while the service refuses the key, because the job may have ended', () => {
    const status = runningStatus({ startedAt: 1000, steps: [loading] });
    const failure = { kind: 'unauthorized', problem: undefined } as const;
    const paused = sampleJob({ status, failure });
    assert.equal(jobDurationMs(paused, 99_000), undefined);
    assert.equal(stepDurationMs(paused, { ...loading, startedAt: 1500 }, 99_000), undefined);
    assert.equal(stepDurationMs(paused, { ...extracted, startedAt: 1500 }, 99_000), 500);
  });

  it('of what has ended is what the service gives', () => {
    const status = completedStatus({ startedAt: 1000, completedAt: 4500 });
    assert.equal(jobDurationMs(sampleJob({ status }), 99_000), 3500);
    assert.equal(stepDurationMs(sampleJob({ status }), extracted, 99_000), 2000);
    assert.equal(stepDurationMs(sampleJob({ status }), { ...extracted, startedAt: 1500 }, 99_000), 500);
  });

  it('of a job is not negative if its times contradict each other, or the clock of the service is ahead', () => {
    const status = completedStatus({ startedAt: 50_000, completedAt: 2900 });
    assert.equal(jobDurationMs(sampleJob({ status }), 99_000), 0);
    const ahead = sampleJob({ origin: 'adopted', knownSince: 5000, status: runningStatus({ startedAt: 20_000 }) });
    assert.equal(jobDurationMs(ahead, 15_000), 0);
  });

  it('is unknown if the service gives no start or end', () => {
    const over = sampleJob({ status: completedStatus({ completedAt: undefined }) });
    assert.equal(jobDurationMs(over, 99_000), undefined);
    // As the list of connections says it. The end is by the service's clock, and an adopted job may have run for long before.
    const listed = sampleJob({ status: completedStatus({ startedAt: undefined, completedAt: 4500 }), knownSince: 500 });
    assert.equal(jobDurationMs(listed, 99_000), undefined);
    assert.equal(stepDurationMs(over, loading, 99_000), undefined);
    assert.equal(stepDurationMs(over, waiting, 99_000), undefined);
    assert.equal(stepDurationMs(over, { ...extracted, startedAt: undefined }, 99_000), undefined);
  });
});

describe('The state that is recorded of a job', () => {
  const started = sampleJob({ knownSince: 100, requestId: 'request-1' });
  const running = {
    ...started,
    status: runningStatus({ steps: [extracted, loading] }),
    receivedAt: 700,
    requestId: 'request-2',
  };

  it('is at first that of the answer that started it', () => {
    assert.deepEqual(statusChange(undefined, started, 5000), {
      at: 100,
      status: '',
      step: undefined,
      requestId: 'request-1',
    });
  });

  it('is new with another status or another step, at the time of the answer', () => {
    const atLoad = { at: 700, status: 'running', step: 'Load', requestId: 'request-2' };
    assert.deepEqual(statusChange(started, running, 5000), atLoad);
    const extracting = { ...running, status: runningStatus({ steps: [extracted] }) };
    assert.deepEqual(statusChange(extracting, running, 5000), atLoad, 'only the step is another');
    const done = { ...running, status: completedStatus({ steps: [extracted, loading] }) };
    assert.deepEqual(
      statusChange(running, done, 5000),
      { ...atLoad, status: 'completed' },
      'only the status is another',
    );
  });

  it('is new now if nothing was answered', () => {
    assert.equal(statusChange(started, { ...running, receivedAt: undefined }, 5000)?.at, 5000);
  });

  it('is the same whatever else has changed', () => {
    const later = { ...running, receivedAt: 900, requestId: 'request-3', isSeen: true };
    assert.equal(statusChange(running, later, 5000), undefined);
    assert.equal(statusChange(started, { ...started, isSeen: true }, 5000), undefined, 'without any status');
  });
});
