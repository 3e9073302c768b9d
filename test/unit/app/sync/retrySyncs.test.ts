import assert from 'node:assert/strict';
import { retrySyncs } from '../../../../src/app/sync/retrySyncs.ts';
import type { StartedSyncs } from '../../../../src/app/sync/syncOutcome.ts';
import type { Job } from '../../../../src/model/job.ts';
import { completedStatus, runningStatus, sampleJob } from '../../jobs/sampleJobs.ts';

const failed = sampleJob({ syncId: 'failed', entityId: 'a', status: completedStatus({ status: 'failed' }) });
const lost = sampleJob({ syncId: 'lost', entityId: 'b', isLost: true });
const succeeded = sampleJob({ syncId: 'succeeded', status: completedStatus() });
const running = sampleJob({ syncId: 'running', status: runningStatus() });
const upload = sampleJob({ syncId: 'upload', kind: 'upload', status: completedStatus({ status: 'failed' }) });
const startOf = ({ entityId }: Job) => ({ syncId: `new-${entityId}`, entityId });

describe('Retrying syncs', () => {
  it('starts the failed and the lost ones, which count as seen and can’t be retried again', async () => {
    const { started, seen, retried } = await retry([failed, lost, succeeded, running, upload], (jobs) =>
      jobs.map(startOf),
    );
    assert.deepEqual(started, ['failed', 'lost']);
    assert.deepEqual(seen, ['failed', 'lost']);
    assert.deepEqual(retried, ['failed', 'lost']);
  });

  it('leaves a retry to those that were not started', async () => {
    assert.deepEqual((await retry([failed, lost], () => startOf(lost))).retried, ['lost']);
    assert.deepEqual((await retry([failed, lost], () => undefined)).retried, []);
  });

  it('starts nothing for other jobs, among them uploads and syncs that were retried', async () => {
    const { started, seen } = await retry([succeeded, running, upload, { ...failed, isRetried: true }], () => []);
    assert.equal(started, undefined);
    assert.deepEqual(seen, []);
  });
});

async function retry(jobs: readonly Job[], respond: (jobs: readonly Job[]) => StartedSyncs) {
  const [seen, retried]: [string[], string[]] = [[], []];
  let started: readonly string[] | undefined;
  await retrySyncs(jobs, {
    tracker: {
      markSeen: (known) => void seen.push(...known.map(({ syncId }) => syncId)),
      markRetried: (known) => void retried.push(...known.map(({ syncId }) => syncId)),
    },
    start: (chosen) => {
      started = chosen.map(({ syncId }) => syncId);
      return Promise.resolve(respond(chosen));
    },
  });
  return { started, seen, retried };
}
