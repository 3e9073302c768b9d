import assert from 'node:assert/strict';
import { canRetry, isRunning, jobStartedAt, jobState, newJob } from '../../../src/model/job.ts';
import type { Job } from '../../../src/model/job.ts';

const started = newJob({
  accountId: 'account',
  syncId: 's',
  entityId: 'hash',
  entityName: 'Ledger',
  kind: 'sync',
  origin: 'started',
  knownSince: 1000,
});
const statusOf = (status: string, startedAt?: number): Job['status'] => ({
  syncId: 's',
  status,
  message: '',
  startedAt,
  completedAt: undefined,
  steps: [],
});

describe('jobState', () => {
  it('is running until the first answer', () => {
    assert.equal(jobState(started), 'running');
    assert.equal(isRunning(started), true);
  });

  it('is that of the last status', () => {
    assert.equal(jobState({ ...started, status: statusOf('completed') }), 'succeeded');
    assert.equal(isRunning({ ...started, status: statusOf('completed') }), false);
    assert.equal(jobState({ ...started, status: statusOf('failed') }), 'failed');
  });

  it('is lost if the service no longer knows the job, whatever its last status', () => {
    const lost = { ...started, isLost: true, status: statusOf('running') };
    assert.equal(jobState(lost), 'lost');
    assert.equal(isRunning(lost), false);
  });
});

describe('A job', () => {
  it('can be retried once if it failed, and a sync also if its outcome is unknown', () => {
    const failed = { ...started, status: statusOf('failed') };
    const lost = { ...started, isLost: true };
    const jobs: readonly (readonly [string, Job, boolean])[] = [
      ['a running sync', started, false],
      ['a completed sync', { ...started, status: statusOf('completed') }, false],
      ['a failed sync', failed, true],
      ['a lost sync', lost, true],
      ['a failed sync whose connection is unknown', { ...failed, entityId: '' }, false],
      ['a failed sync that was retried', { ...failed, isRetried: true }, false],
      ['a failed upload', { ...failed, kind: 'upload' }, true],
      ['a lost upload, which may have been loaded', { ...lost, kind: 'upload' }, false],
    ];
    for (const [what, job, expected] of jobs) {
      assert.equal(canRetry(job), expected, what);
    }
  });
});

describe('jobStartedAt', () => {
  it('is the time the service reported, else when the job became known', () => {
    assert.equal(jobStartedAt({ ...started, status: statusOf('running', 500) }), 500);
    assert.equal(jobStartedAt({ ...started, status: statusOf('running') }), 1000);
    assert.equal(jobStartedAt(started), 1000);
  });
});
