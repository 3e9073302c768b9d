import assert from 'node:assert/strict';
import FakeTimers from '@sinonjs/fake-timers';
import { RowHold } from '../../../../src/app/connections/rowHold.ts';

describe('The order of rows', () => {
  let clock: ReturnType<typeof FakeTimers.install>;
  let order: RowHold;
  let releases: number;

  beforeEach(() => {
    clock = FakeTimers.install({ toFake: ['setTimeout', 'clearTimeout'] });
    order = new RowHold();
    releases = 0;
    order.onDidRelease(() => (releases += 1));
  });

  afterEach(() => {
    order.dispose();
    assert.equal(clock.countTimers(), 0);
    clock.uninstall();
  });

  it('is held for two minutes after the last use of the view', () => {
    assert.equal(order.isHeld, false);
    order.noteUse();
    clock.tick(100_000);
    order.noteUse();
    clock.tick(119_999);
    assert.deepEqual([order.isHeld, releases], [true, 0]);
    clock.tick(1);
    assert.deepEqual([order.isHeld, releases], [false, 1]);
  });

  it('is released at once when the user turns to something else, and only once', () => {
    order.release();
    assert.equal(releases, 0);
    order.noteUse();
    order.release();
    order.release();
    clock.tick(200_000);
    assert.deepEqual([order.isHeld, releases], [false, 1]);
  });
});
