import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { install } from '@sinonjs/fake-timers';
import type { Clock } from '@sinonjs/fake-timers';
import { RequestTimeout } from '../../../src/api/requestTimeout.ts';

function listenersOf(signal: AbortSignal): number {
  return getEventListeners(signal, 'abort').length;
}

describe('The timeout of a request', () => {
  let clock: Clock;
  beforeEach(() => {
    clock = install({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    assert.equal(clock.countTimers(), 0, 'no timer is left');
    clock.uninstall();
  });

  it('aborts after its time, with a reason that names it', () => {
    const timeout = new RequestTimeout(999.5, undefined);
    clock.tick(999);
    assert.deepEqual([timeout.signal.aborted, timeout.hasTimedOut, timeout.afterMs], [false, false, 1000]);
    clock.tick(1);
    assert.deepEqual([timeout.signal.aborted, timeout.hasTimedOut], [true, true]);
    const { name, message } = timeout.signal.reason as DOMException;
    assert.deepEqual([name, message], ['TimeoutError', 'No response within 1000 ms.']);
    timeout.restart();
  });

  it('begins anew with progress', () => {
    const timeout = new RequestTimeout(1000, undefined);
    for (let count = 0; count < 3; count += 1) {
      clock.tick(900);
      timeout.restart();
    }
    assert.equal(timeout.signal.aborted, false);
    clock.tick(1000);
    assert.equal(timeout.hasTimedOut, true);
  });

  it('is 30 seconds for a time that is none, and never longer than a timer can be', () => {
    for (const [afterMs, expected] of [
      [0, 30_000],
      [-1, 30_000],
      [NaN, 30_000],
      [0.1, 1],
      [Infinity, 2_147_483_647],
      [2_147_483_648, 2_147_483_647],
    ] as const) {
      const timeout = new RequestTimeout(afterMs, undefined);
      assert.equal(timeout.afterMs, expected);
      timeout.end();
    }
  });

  it('aborts with the reason of the caller, and is not over then', () => {
    const cancel = new AbortController();
    const timeout = new RequestTimeout(1000, cancel.signal);
    cancel.abort('why');
    assert.deepEqual([timeout.signal.reason, timeout.hasTimedOut], ['why', false]);
    timeout.end();
    assert.equal(timeout.signal.reason, 'why');
    const late = new RequestTimeout(1000, cancel.signal);
    assert.deepEqual([late.signal.aborted, late.signal.reason, listenersOf(cancel.signal)], [true, 'why', 0]);
  });

  it('ends with the request: what still uses its signal is aborted, and nothing listens to the caller', () => {
    const cancel = new AbortController();
    const timeout = new RequestTimeout(1000, cancel.signal);
    assert.equal(listenersOf(cancel.signal), 1);
    timeout.end();
    assert.equal(listenersOf(cancel.signal), 0);
    assert.deepEqual([timeout.signal.aborted, timeout.hasTimedOut], [true, false]);
    const { name, message } = timeout.signal.reason as DOMException;
    assert.deepEqual([name, message], ['AbortError', 'The request has ended.']);
  });
});
