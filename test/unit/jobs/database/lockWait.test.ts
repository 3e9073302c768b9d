import assert from 'node:assert/strict';
import { LockWait } from '../../../../src/jobs/database/lockWait.ts';

const LOCKED = Object.assign(new Error('database is locked'), { errcode: 5 });

describe('The wait for a lock', () => {
  it('ends when the lock is released, and is counted', () => {
    const wait = new LockWait();
    let runs = 0;
    const result = wait.run(() => {
      runs += 1;
      if (runs < 4) {
        throw LOCKED;
      }
      return 'done';
    });
    assert.deepEqual([result, runs, wait.waitedMs], ['done', 4, 8]);
  });

  it('takes 50 ms at most', () => {
    const wait = new LockWait();
    let runs = 0;
    assert.throws(
      () =>
        wait.run(() => {
          runs += 1;
          throw LOCKED;
        }),
      LOCKED,
    );
    assert.deepEqual([runs, wait.waitedMs], [7, 50]);
  });

  it('is only for locks', () => {
    const wait = new LockWait();
    const failure = new Error('a defect');
    let runs = 0;
    assert.throws(
      () =>
        wait.run(() => {
          runs += 1;
          throw failure;
        }),
      failure,
    );
    assert.deepEqual([runs, wait.waitedMs], [1, 0]);
  });
});
