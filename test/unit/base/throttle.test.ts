import assert from 'node:assert/strict';
import FakeTimers from '@sinonjs/fake-timers';
import { oncePerMicrotask, Throttle } from '../../../src/base/throttle.ts';

describe('oncePerMicrotask', () => {
  it('runs once for all calls before the microtask, and again for a later one', async () => {
    let runs = 0;
    const run = oncePerMicrotask(() => (runs += 1));
    run();
    run();
    assert.equal(runs, 0);
    await Promise.resolve();
    assert.equal(runs, 1);
    run();
    await Promise.resolve();
    assert.equal(runs, 2);
  });

  it('runs again for a call of its own', async () => {
    let runs = 0;
    const run = oncePerMicrotask(() => {
      runs += 1;
      if (runs < 3) {
        run();
      }
    });
    run();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(runs, 3);
  });
});

describe('Throttle', () => {
  let clock: ReturnType<typeof FakeTimers.install>;
  let runs: number[];
  let throttle: Throttle;

  beforeEach(() => {
    clock = FakeTimers.install({ now: 0 });
    runs = [];
    throttle = new Throttle(() => runs.push(Date.now()), 100);
  });

  afterEach(() => clock.uninstall());

  it('runs at once, and once more for all calls within the interval', () => {
    throttle.call();
    throttle.call();
    throttle.call();
    assert.deepEqual(runs, [0]);
    clock.tick(500);
    assert.deepEqual(runs, [0, 100]);
    throttle.call();
    assert.deepEqual(runs, [0, 100, 500]);
  });

  it('keeps the interval between any two runs', () => {
    for (let ms = 0; ms < 1000; ms += 30) {
      throttle.call();
      clock.tick(30);
    }
    assert.ok(runs.length <= 11, String(runs));
    assert.ok(runs.every((at, index) => index === 0 || at - (runs[index - 1] ?? 0) >= 100));
  });

  it('runs no more, and has no timer, once disposed', () => {
    throttle.call();
    throttle.call();
    throttle.dispose();
    assert.equal(clock.countTimers(), 0);
    clock.tick(500);
    assert.deepEqual(runs, [0]);
  });
});
