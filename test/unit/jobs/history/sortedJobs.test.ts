import assert from 'node:assert/strict';
import { compareJobs } from '../../../../src/jobs/history/sortedJobs.ts';
import { JobCollection } from '../../../../src/jobs/history/jobCollection.ts';
import { jobEndedAt } from '../../../../src/model/job.ts';
import type { Job } from '../../../../src/model/job.ts';
import { completedStatus, runningStatus, sampleJob } from '../sampleJobs.ts';

function sorted(jobs: readonly Job[]): readonly Job[] {
  return new JobCollection(jobs).sorted;
}

describe('The order of jobs', () => {
  it('puts running jobs first, then those that ended last', () => {
    const jobs = [
      sampleJob({ syncId: 'ended early', status: completedStatus({ completedAt: 1000 }) }),
      sampleJob({ syncId: 'older', knownSince: 10 }),
      sampleJob({ syncId: 'ended late', status: completedStatus({ completedAt: 9000 }) }),
      sampleJob({ syncId: 'newer', knownSince: 20 }),
    ];
    assert.deepEqual(
      sorted(jobs).map(({ syncId }) => syncId),
      ['newer', 'older', 'ended late', 'ended early'],
    );
  });

  it('is not changed by polls of running jobs', () => {
    const [a, b] = [sampleJob({ syncId: 'a' }), sampleJob({ syncId: 'b' })];
    const answered = { ...b, status: runningStatus({ startedAt: 5000 }), receivedAt: 6000 };
    assert.deepEqual(
      sorted([answered, a]).map(({ syncId }) => syncId),
      sorted([a, b]).map(({ syncId }) => syncId),
    );
  });

  it('is that of the IDs for jobs of the same moment', () => {
    const ids = ['b', 'a', 'c'];
    const order = (jobs: readonly Job[]) => sorted(jobs).map(({ syncId }) => syncId);
    assert.deepEqual(order(ids.map((syncId) => sampleJob({ syncId }))), ['a', 'b', 'c']);
    assert.deepEqual(order(ids.toReversed().map((syncId) => sampleJob({ syncId }))), ['a', 'b', 'c']);
    const [a, b] = [sampleJob({ syncId: 'a' }), sampleJob({ syncId: 'b' })];
    assert.deepEqual([compareJobs(a, b), compareJobs(b, a), compareJobs(a, { ...a, isSeen: true })], [-1, 1, 0]);
  });

  it('uses the time the end became known if the service gives none', () => {
    const status = completedStatus({ completedAt: undefined });
    assert.equal(jobEndedAt(sampleJob({ status, receivedAt: 4000 })), 4000);
    assert.equal(jobEndedAt(sampleJob({ isLost: true, knownSince: 300 })), 300);
  });
});
