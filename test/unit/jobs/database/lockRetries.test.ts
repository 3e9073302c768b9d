import assert from 'node:assert/strict';
import { LockRetries } from '../../../../src/jobs/database/lockRetries.ts';

const LOCKED = Object.assign(new Error('database is locked'), { errcode: 5 });

describe('The retries of a locked database', () => {
  it('end when the lock is released, and the wait is counted', () => {
    const retries = new LockRetries();
    let runs = 0;
    const result = retries.run(() => {
      runs += 1;
      if (runs < 4) {
        throw LOCKED;
      }
      return 'done';
    });
    assert.deepEqual([result, runs, retries.waitedMs], ['done', 4, 8]);
  });

  it('take 50 ms at most', () => {
    const retries = new LockRetries();
    let runs = 0;
    assert.throws(
      () =>
        retries.run(() => {
          runs += 1;
          throw LOCKED;
        }),
      LOCKED,
    );
    assert.deepEqual([runs, retries.waitedMs], [7, 50]);
  });

  it('are only for locks', () => {
    const retries = new LockRetries();
    const failure = new Error('a defect');
    let runs = 0;
    assert.throws(
      () =>
        retries.run(() => {
          runs += 1;
          throw failure;
        }),
      failure,
    );
    assert.deepEqual([runs, retries.waitedMs], [1, 0]);
  });
});
