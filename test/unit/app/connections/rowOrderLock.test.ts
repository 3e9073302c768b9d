import assert from 'node:assert/strict';
import FakeTimers from '@sinonjs/fake-timers';
import { RowOrderLock } from '../../../../src/app/connections/rowOrderLock.ts';

describe('The order of rows', () => {
  let clock: ReturnType<typeof FakeTimers.install>;
  let order: RowOrderLock;
  let releases: number;

  beforeEach(() => {
    clock = FakeTimers.install({ toFake: ['setTimeout', 'clearTimeout'] });
    order = new RowOrderLock();
    releases = 0;
    order.onDidRelease(() => (releases += 1));
  });

  afterEach(() => {
    order.dispose();
    assert.equal(clock.countTimers(), 0);
    clock.uninstall();
  });

  it('is held for two minutes after the last use of the view', () => {
    assert.equal(order.isLocked, false);
    order.lock();
    clock.tick(100_000);
    order.lock();
    clock.tick(119_999);
    assert.deepEqual([order.isLocked, releases], [true, 0]);
    clock.tick(1);
    assert.deepEqual([order.isLocked, releases], [false, 1]);
  });

  it('is released at once when the user turns to something else, and only once', () => {
    order.release();
    assert.equal(releases, 0);
    order.lock();
    order.release();
    order.release();
    clock.tick(200_000);
    assert.deepEqual([order.isLocked, releases], [false, 1]);
  });
});
