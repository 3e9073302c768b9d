import assert from 'node:assert/strict';
import FakeTimers from '@sinonjs/fake-timers';
import { AccessBackoff } from '../../../../src/jobs/database/accessBackoff.ts';

describe('The backoff after failed accesses', () => {
  let clock: ReturnType<typeof FakeTimers.install>;
  let retries: number;
  let backoff: AccessBackoff;

  beforeEach(() => {
    clock = FakeTimers.install({ toFake: ['setTimeout', 'clearTimeout', 'hrtime'] });
    retries = 0;
    backoff = new AccessBackoff(() => (retries += 1));
  });

  afterEach(() => {
    backoff.dispose();
    clock.uninstall();
  });

  it('doubles with each failure, up to 10 s, and starts over after a success', () => {
    for (const delayMs of [250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]) {
      const before = retries;
      backoff.fail();
      clock.tick(delayMs - 1);
      assert.deepEqual([retries, backoff.isWaiting], [before, true], String(delayMs));
      clock.tick(1);
      assert.deepEqual([retries, backoff.isWaiting], [before + 1, false], String(delayMs));
    }
    assert.equal(backoff.failures, 8);
    backoff.succeed();
    assert.equal(backoff.failures, 0);
    backoff.fail();
    clock.tick(250);
    assert.equal(retries, 9);
  });

  it('is one, and not longer for accesses that are to be retried meanwhile', () => {
    backoff.fail();
    backoff.fail();
    clock.tick(200);
    backoff.ensureRetry();
    clock.tick(299);
    assert.equal(retries, 0);
    clock.tick(1);
    assert.equal(retries, 1);
    clock.tick(60_000);
    assert.equal(retries, 1);
    backoff.ensureRetry();
    clock.tick(250);
    assert.equal(retries, 2);
  });

  it('ends with a success, or when the next access is allowed', () => {
    for (const end of [() => backoff.succeed(), () => backoff.end(), () => backoff.dispose()]) {
      backoff.fail();
      end();
      assert.equal(backoff.isWaiting, false);
      clock.tick(60_000);
      assert.equal(retries, 0);
    }
  });
});
