import assert from 'node:assert/strict';
import FakeTimers from '@sinonjs/fake-timers';
import { Emitter, oncePerMicrotask, Throttle } from '../../../src/base/event.ts';

describe('Emitter', () => {
  it('calls listeners in the order they subscribed, until they unsubscribe', () => {
    const emitter = new Emitter<number>();
    const calls: string[] = [];
    const first = emitter.event((n) => calls.push(`first ${n}`));
    emitter.event((n) => calls.push(`second ${n}`));
    emitter.fire(1);
    first.dispose();
    first.dispose();
    emitter.fire(2);
    assert.deepEqual(calls, ['first 1', 'second 1', 'second 2']);
  });

  it('treats the same function as two subscriptions', () => {
    const emitter = new Emitter<void>();
    let calls = 0;
    const listener = () => {
      calls++;
    };
    const first = emitter.event(listener);
    emitter.event(listener);
    emitter.fire();
    first.dispose();
    emitter.fire();
    assert.equal(calls, 3);
  });

  it('does not call a listener that an earlier one has unsubscribed, nor one that it has subscribed', () => {
    const emitter = new Emitter<void>();
    const calls: string[] = [];
    emitter.event(() => {
      calls.push('first');
      second.dispose();
      emitter.event(() => calls.push('third'));
    });
    const second = emitter.event(() => calls.push('second'));
    emitter.fire();
    assert.deepEqual(calls, ['first']);
  });

  it('reports the error of a listener as uncaught, and calls the others', async () => {
    const mochas = process.rawListeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    const uncaught = new Promise((resolve) => process.once('uncaughtException', resolve));
    try {
      const emitter = new Emitter<void>();
      const error = new Error('from a listener');
      let calls = 0;
      emitter.event(() => {
        throw error;
      });
      emitter.event(() => {
        calls++;
      });
      emitter.fire();
      assert.equal(calls, 1);
      assert.equal(await uncaught, error);
    } finally {
      for (const listener of mochas) {
        process.on('uncaughtException', listener as NodeJS.UncaughtExceptionListener);
      }
    }
  });

  it('calls no listener after it is disposed', () => {
    const emitter = new Emitter<void>();
    let calls = 0;
    emitter.event(() => {
      calls++;
    });
    emitter.dispose();
    emitter.fire();
    assert.equal(calls, 0);
  });
});

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
