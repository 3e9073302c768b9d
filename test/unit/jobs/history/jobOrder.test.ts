import assert from 'node:assert/strict';
import { jobEndedAt, sortJobs } from '../../../../src/jobs/history/jobOrder.ts';
import { completedStatus, runningStatus, sampleJob } from '../sampleJobs.ts';

describe('The order of jobs', () => {
  it('puts running ones first, then the latest to end', () => {
    const jobs = [
      sampleJob({ syncId: 'ended early', status: completedStatus({ completedAt: 1000 }) }),
      sampleJob({ syncId: 'older', knownSince: 10 }),
      sampleJob({ syncId: 'ended late', status: completedStatus({ completedAt: 9000 }) }),
      sampleJob({ syncId: 'newer', knownSince: 20 }),
    ];
    assert.deepEqual(
      sortJobs(jobs).map(({ syncId }) => syncId),
      ['newer', 'older', 'ended late', 'ended early'],
    );
  });

  it('is not disturbed by answers to jobs that still run', () => {
    const [a, b] = [sampleJob({ syncId: 'a' }), sampleJob({ syncId: 'b' })];
    const answered = { ...b, status: runningStatus({ startedAt: 5000 }), answeredAt: 6000 };
    assert.deepEqual(
      sortJobs([answered, a]).map(({ syncId }) => syncId),
      sortJobs([a, b]).map(({ syncId }) => syncId),
    );
  });

  it('takes the moment we heard of an end where the service names none', () => {
    const status = completedStatus({ completedAt: undefined });
    assert.equal(jobEndedAt(sampleJob({ status, answeredAt: 4000 })), 4000);
    assert.equal(jobEndedAt(sampleJob({ isLost: true, knownSince: 300 })), 300);
  });
});
