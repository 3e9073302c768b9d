import assert from 'node:assert/strict';
import { UnwatchedSyncs } from '../../../../src/app/tracking/unwatchedSyncs.ts';
import type { Job } from '../../../../src/model/job.ts';
import { completedStatus, runningStatus, sampleJob } from '../../jobs/sampleJobs.ts';

const NOW = 4000;
const running = sampleJob({ status: runningStatus() });

/** Of all connections. */
function missingFrom(syncs: UnwatchedSyncs, requestedAt: number, now = NOW): readonly Job[] {
  return [...syncs.missingFromListOf(requestedAt, now).values()].flat();
}

describe('Syncs that are no longer watched', () => {
  function removed(job: Job, requestedAt: number): readonly Job[] {
    const syncs = new UnwatchedSyncs();
    syncs.handleChange({ before: undefined, after: job }, 1000);
    syncs.handleChange({ before: job, after: undefined }, 2000);
    return missingFrom(syncs, requestedAt);
  }

  it('are known to run until the connections are listed again', () => {
    assert.deepEqual(removed(running, 1500), [running]);
    assert.deepEqual(removed(running, 2001), []);
  });

  it('are forgotten for good then', () => {
    const syncs = new UnwatchedSyncs();
    syncs.handleChange({ before: running, after: undefined }, 2000);
    assert.deepEqual(missingFrom(syncs, 3000), []);
    assert.deepEqual(missingFrom(syncs, 1500), []);
  });

  it('are forgotten if the clock was set back, because lists would seem older than they are', () => {
    const syncs = new UnwatchedSyncs();
    syncs.handleChange({ before: running, after: undefined }, 5000);
    assert.deepEqual(missingFrom(syncs, 3000, 3500), []);
  });

  it('are no uploads, nothing that has ended, and nothing that was adopted and dropped before it was polled', () => {
    assert.deepEqual(removed({ ...running, kind: 'upload' }, 1500), []);
    assert.deepEqual(removed({ ...running, status: completedStatus() }, 1500), []);
    assert.deepEqual(removed({ ...running, origin: 'adopted', status: undefined }, 1500), []);
    assert.equal(removed({ ...running, origin: 'adopted' }, 1500).length, 1);
  });

  it('are found by their connection, at no cost for those of others', () => {
    const syncs = new UnwatchedSyncs();
    let reads = 0;
    for (let index = 0; index < 100; index += 1) {
      const job = { ...running, syncId: `sync-${index}` };
      const before = Object.defineProperty(job, 'entityId', { get: () => (reads += 1) && `entity-${index}` });
      syncs.handleChange({ before, after: undefined }, 2000);
    }
    const missing = syncs.missingFromListOf(1500, NOW);
    for (let index = 0; index < 100; index += 1) {
      assert.deepEqual(
        missing.get(`entity-${index}`)?.map(({ syncId }) => syncId),
        [`sync-${index}`],
      );
    }
    assert.equal(reads, 100);
  });

  it('are watched again where they come back', () => {
    const syncs = new UnwatchedSyncs();
    syncs.handleChange({ before: running, after: undefined }, 2000);
    syncs.handleChange({ before: undefined, after: { ...running, syncId: 'sync-2' } }, 2200);
    assert.deepEqual(missingFrom(syncs, 1500), [running]);
    syncs.handleChange({ before: undefined, after: running }, 2500);
    assert.deepEqual(missingFrom(syncs, 1500), []);
  });
});
