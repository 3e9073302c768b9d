import assert from 'node:assert/strict';
import { retrySyncs } from '../../../../src/app/sync/retrySyncs.ts';
import type { Job } from '../../../../src/model/job.ts';
import { completedStatus, runningStatus, sampleJob } from '../../jobs/sampleJobs.ts';

const failed = sampleJob({ syncId: 'failed', status: completedStatus({ status: 'failed' }) });
const lost = sampleJob({ syncId: 'lost', isLost: true });
const succeeded = sampleJob({ syncId: 'succeeded', status: completedStatus() });
const running = sampleJob({ syncId: 'running', status: runningStatus() });
const upload = sampleJob({ syncId: 'upload', kind: 'upload', status: completedStatus({ status: 'failed' }) });

describe('Retrying syncs', () => {
  it('starts the failed and the lost ones, which count as seen', () => {
    const { started, seen } = retry([failed, lost, succeeded, running, upload]);
    assert.deepEqual(started, [failed, lost]);
    assert.deepEqual(seen, ['failed', 'lost']);
  });

  it('starts nothing for other jobs, uploads among them', () => {
    const { started, seen } = retry([succeeded, running, upload]);
    assert.equal(started, undefined);
    assert.deepEqual(seen, []);
  });
});

function retry(jobs: readonly Job[]): { started: readonly Job[] | undefined; seen: readonly string[] } {
  const seen: string[] = [];
  const tracker = { markSeen: (syncId = '') => void seen.push(syncId) };
  return { started: retrySyncs(jobs, { tracker, start: (chosen) => chosen }), seen };
}
