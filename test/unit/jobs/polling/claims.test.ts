import assert from 'node:assert/strict';
import { asMonotonic, monotonicNow } from '../../../../src/base/monotonicClock.ts';
import { freeSlots, spendSlot } from '../../../../src/jobs/polling/rateLimiter.ts';
import { Claims } from '../../../../src/jobs/polling/claims.ts';
import { MemoryJobStore } from '../../../../src/jobs/store/memoryJobStore.ts';
import { ACCOUNT_ID, sampleJob } from '../sampleJobs.ts';

describe('The claim of a question', () => {
  let store: MemoryJobStore;
  let claims: Claims;
  const job = sampleJob({ nextCheckAt: asMonotonic(1000) });

  beforeEach(() => {
    store = new MemoryJobStore();
    store.put(job);
    claims = new Claims(ACCOUNT_ID, store);
  });

  afterEach(() => {
    claims.dispose();
    store.dispose();
  });

  it('counts as a question only where the store grants it', () => {
    const before = freeSlots(store.pace(ACCOUNT_ID), monotonicNow());
    Object.assign(store, { claim: () => false });
    for (let tries = 0; tries < 30; tries += 1) {
      assert.equal(claims.take(job.syncId, true), false);
    }
    assert.equal(freeSlots(store.pace(ACCOUNT_ID), monotonicNow()), before);
    assert.equal(store.pace(ACCOUNT_ID).turnTakenAt, undefined);
    Reflect.deleteProperty(store, 'claim');
    assert.equal(claims.take(job.syncId, true), true);
    assert.ok(freeSlots(store.pace(ACCOUNT_ID), monotonicNow()) < before);
  });

  it('is given up where another window took the last slot, with the job as it was', () => {
    for (let spent = 0; spent < 40; spent += 1) {
      store.updatePace(ACCOUNT_ID, (pace) => spendSlot(pace, monotonicNow()));
    }
    assert.equal(claims.take(job.syncId, false), false);
    assert.equal(claims.of(job.syncId), undefined);
    const { nextCheckAt, askingUntil } = store.find(ACCOUNT_ID, job.syncId) ?? {};
    assert.deepEqual([nextCheckAt, askingUntil], [job.nextCheckAt, job.askingUntil]);
  });
});
