import assert from 'node:assert/strict';
import { UnwatchedSyncs } from '../../../../src/app/tracking/unwatchedSyncs.ts';
import type { Job } from '../../../../src/model/job.ts';
import { completedStatus, runningStatus, sampleJob } from '../../jobs/sampleJobs.ts';

const NOW = 4000;
const running = sampleJob({ status: runningStatus() });

describe('Syncs that are no longer watched', () => {
  function removed(job: Job, requestedAt: number): readonly Job[] {
    const syncs = new UnwatchedSyncs();
    syncs.handleChange({ syncId: job.syncId, before: undefined, after: job }, 1000);
    syncs.handleChange({ syncId: job.syncId, before: job, after: undefined }, 2000);
    return syncs.missingFromListOf(requestedAt, NOW);
  }

  it('are known to run until the connections are listed again', () => {
    assert.deepEqual(removed(running, 1500), [running]);
    assert.deepEqual(removed(running, 2001), []);
  });

  it('are forgotten for good then', () => {
    const syncs = new UnwatchedSyncs();
    syncs.handleChange({ syncId: 'sync-1', before: running, after: undefined }, 2000);
    assert.deepEqual(syncs.missingFromListOf(3000, NOW), []);
    assert.deepEqual(syncs.missingFromListOf(1500, NOW), []);
  });

  it('are forgotten if the clock was set back, because lists would seem older than they are', () => {
    const syncs = new UnwatchedSyncs();
    syncs.handleChange({ syncId: 'sync-1', before: running, after: undefined }, 5000);
    assert.deepEqual(syncs.missingFromListOf(3000, 3500), []);
  });

  it('are no uploads, nothing that has ended, and nothing that was adopted and dropped before it was polled', () => {
    assert.deepEqual(removed({ ...running, kind: 'upload' }, 1500), []);
    assert.deepEqual(removed({ ...running, status: completedStatus() }, 1500), []);
    assert.deepEqual(removed({ ...running, origin: 'adopted', status: undefined }, 1500), []);
    assert.equal(removed({ ...running, origin: 'adopted' }, 1500).length, 1);
  });

  it('are watched again where they come back', () => {
    const syncs = new UnwatchedSyncs();
    syncs.handleChange({ syncId: 'sync-1', before: running, after: undefined }, 2000);
    syncs.handleChange({ syncId: 'sync-2', before: undefined, after: { ...running, syncId: 'sync-2' } }, 2200);
    assert.deepEqual(syncs.missingFromListOf(1500, NOW), [running]);
    syncs.handleChange({ syncId: 'sync-1', before: undefined, after: running }, 2500);
    assert.deepEqual(syncs.missingFromListOf(1500, NOW), []);
  });
});
