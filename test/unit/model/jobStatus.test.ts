import assert from 'node:assert/strict';
import { failedStep, isKnownStatus, isSpecificFailure, jobPhase, phaseOf } from '../../../src/model/jobStatus.ts';
import { completedStatus, sampleStep } from '../jobs/sampleJobs.ts';

describe('The phase of a status', () => {
  const ended = Date.UTC(2026, 0, 2);

  for (const [status, whileOpen, onceEnded] of [
    ['running', 'running', 'finished'],
    ['In Progress', 'running', 'finished'],
    ['queued', 'running', 'finished'],
    ['completed', 'succeeded', 'succeeded'],
    ['COMPLETED', 'succeeded', 'succeeded'],
    ['Success', 'succeeded', 'succeeded'],
    ['failed', 'failed', 'failed'],
    ['completed_with-errors', 'failed', 'failed'],
    ['Cancelled', 'failed', 'failed'],
    ['Failed: 3 rows rejected', 'running', 'failed'],
    ['Completed, with warnings', 'running', 'finished'],
    ['', 'running', 'finished'],
    ['reconciling', 'running', 'finished'],
    ['42', 'running', 'finished'],
  ] as const) {
    it(`takes "${status}" for ${whileOpen} without a completion time, and for ${onceEnded} with one`, () => {
      assert.equal(phaseOf({ status, completedAt: undefined }), whileOpen);
      assert.equal(phaseOf({ status, completedAt: ended }), onceEnded);
    });
  }
});

describe('The phase of a job', () => {
  const extracted = sampleStep({ status: 'completed', completedAt: 2000 });
  const broken = sampleStep({ name: 'Load', status: 'failed', completedAt: 3000 });
  const phaseWith = (...steps: Parameters<typeof failedStep>[0]['steps']) => jobPhase(completedStatus({ steps }));

  it('is a failure if a step failed, although the job completed', () => {
    assert.equal(phaseWith(extracted), 'succeeded');
    assert.equal(phaseWith(extracted, broken), 'failed');
    assert.equal(phaseWith(broken, sampleStep({ name: 'Publish', status: 'completed' })), 'failed');
    assert.equal(phaseWith({ ...broken, status: 'Completed with errors' }), 'failed');
  });

  it('is none if a later attempt at the step succeeded', () => {
    assert.equal(phaseWith(broken, { ...broken, status: 'completed' }), 'succeeded');
    assert.equal(phaseWith({ ...broken, status: 'completed' }, broken), 'failed');
  });

  it('is that of its status while it runs', () => {
    assert.equal(jobPhase(completedStatus({ status: 'running', completedAt: undefined, steps: [broken] })), 'running');
  });
});

describe('The step that explains a failure', () => {
  it('is the first that failed', () => {
    const broken = sampleStep({ name: 'Load', status: 'failed', completedAt: 3000 });
    assert.equal(failedStep({ steps: [sampleStep(), broken, sampleStep({ status: 'failed' })] }), broken);
    assert.equal(failedStep({ steps: [sampleStep()] }), undefined);
  });
});

describe('isSpecificFailure', () => {
  it('is true for what says more than that the work failed', () => {
    assert.deepEqual(
      ['failed', ' Error ', 'completed', 'Cancelled', 'completed with errors', 'Failed: 3 rows rejected'].map(
        isSpecificFailure,
      ),
      [false, false, false, true, true, true],
    );
  });
});

describe('isKnownStatus', () => {
  it('knows the statuses of each phase, ignoring case and punctuation', () => {
    for (const status of ['Running', 'in-progress', 'DONE', 'timed out']) {
      assert.equal(isKnownStatus(status), true, status);
    }
    for (const status of ['', 'reconciling', '42']) {
      assert.equal(isKnownStatus(status), false, status);
    }
  });
});
