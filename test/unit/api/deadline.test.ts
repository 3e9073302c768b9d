import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { install } from '@sinonjs/fake-timers';
import type { Clock } from '@sinonjs/fake-timers';
import { chunksUntilAborted, Deadline, orAborted } from '../../../src/api/deadline.ts';

function listenersOf(signal: AbortSignal): number {
  return getEventListeners(signal, 'abort').length;
}

describe('The deadline of a request', () => {
  let clock: Clock;
  beforeEach(() => {
    clock = install({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    assert.equal(clock.countTimers(), 0, 'no timer is left');
    clock.uninstall();
  });

  it('aborts after its time, with a reason that names it', () => {
    const deadline = new Deadline(999.5, undefined);
    clock.tick(999);
    assert.deepEqual([deadline.signal.aborted, deadline.hasTimedOut, deadline.afterMs], [false, false, 1000]);
    clock.tick(1);
    assert.deepEqual([deadline.signal.aborted, deadline.hasTimedOut], [true, true]);
    const { name, message } = deadline.signal.reason as DOMException;
    assert.deepEqual([name, message], ['TimeoutError', 'No response within 1000 ms.']);
    deadline.restart();
  });

  it('begins anew with progress', () => {
    const deadline = new Deadline(1000, undefined);
    for (let count = 0; count < 3; count += 1) {
      clock.tick(900);
      deadline.restart();
    }
    assert.equal(deadline.signal.aborted, false);
    clock.tick(1000);
    assert.equal(deadline.hasTimedOut, true);
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
      const deadline = new Deadline(afterMs, undefined);
      assert.equal(deadline.afterMs, expected);
      deadline.end();
    }
  });

  it('aborts with the reason of the caller, and is not over then', () => {
    const cancel = new AbortController();
    const deadline = new Deadline(1000, cancel.signal);
    cancel.abort('why');
    assert.deepEqual([deadline.signal.reason, deadline.hasTimedOut], ['why', false]);
    deadline.end();
    assert.equal(deadline.signal.reason, 'why');
    const late = new Deadline(1000, cancel.signal);
    assert.deepEqual([late.signal.aborted, late.signal.reason, listenersOf(cancel.signal)], [true, 'why', 0]);
  });

  it('ends with the request: what still uses its signal is aborted, and nothing listens to the caller', () => {
    const cancel = new AbortController();
    const deadline = new Deadline(1000, cancel.signal);
    assert.equal(listenersOf(cancel.signal), 1);
    deadline.end();
    assert.equal(listenersOf(cancel.signal), 0);
    assert.deepEqual([deadline.signal.aborted, deadline.hasTimedOut], [true, false]);
    const { name, message } = deadline.signal.reason as DOMException;
    assert.deepEqual([name, message], ['AbortError', 'The request has ended.']);
  });
});

describe('Work that a signal can abort', () => {
  it('settles like the work itself, and leaves no listener', async () => {
    const { signal } = new AbortController();
    assert.equal(await orAborted(Promise.resolve(5), signal), 5);
    await assert.rejects(orAborted(Promise.reject(new Error('failed')), signal), /failed/);
    assert.equal(listenersOf(signal), 0);
  });

  it('rejects with the reason as soon as it is aborted, or if it was before', async () => {
    const abort = new AbortController();
    const work = orAborted(new Promise(() => undefined), abort.signal);
    assert.equal(listenersOf(abort.signal), 1);
    abort.abort(new Error('stopped'));
    await assert.rejects(work, /stopped/);
    // Its own rejection comes too late, and is handled all the same.
    await assert.rejects(orAborted(Promise.reject(new Error('failed')), abort.signal), /stopped/);
    assert.equal(listenersOf(abort.signal), 0);
  });
});

describe('Chunks that are read until a signal aborts', () => {
  let closed: number;
  let stuck: boolean;

  async function* numbered(): AsyncGenerator<Uint8Array> {
    try {
      for (let count = 0; count < 3; count += 1) {
        yield await Promise.resolve(Uint8Array.of(count));
      }
    } finally {
      closed += 1;
    }
  }

  /** A source that never responds, like a file on a network that is gone. */
  const silent: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        stuck = true;
        return new Promise(() => undefined);
      },
      return: () => {
        closed += 1;
        return Promise.reject(new Error('can’t be closed'));
      },
    }),
  };

  beforeEach(() => {
    closed = 0;
    stuck = false;
  });

  it('are all of them, with one listener that goes with them', async () => {
    const { signal } = new AbortController();
    const read: number[] = [];
    for await (const [value] of chunksUntilAborted(numbered(), signal)) {
      read.push(value ?? NaN);
      assert.equal(listenersOf(signal), 1);
    }
    assert.deepEqual([read, closed], [[0, 1, 2], 1]);
  });

  it('end with the reason, also while one is read, and the source is closed once', async () => {
    const abort = new AbortController();
    const chunks = chunksUntilAborted(silent, abort.signal)[Symbol.asyncIterator]();
    const pending = chunks.next();
    assert.equal(stuck, true);
    abort.abort(new Error('stopped'));
    await assert.rejects(pending, /stopped/);
    await assert.rejects(chunks.next(), /stopped/);
    await chunks.return?.();
    assert.deepEqual([closed, listenersOf(abort.signal)], [1, 0]);
  });

  it('close the source if they are not read to the end, and leave no listener', async () => {
    const { signal } = new AbortController();
    for await (const [value] of chunksUntilAborted(numbered(), signal)) {
      assert.equal(value, 0);
      break;
    }
    assert.deepEqual([closed, listenersOf(signal)], [1, 0]);
  });

  it('fail as the source does', async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Uint8Array.of(1));
      throw new Error('unreadable');
    }
    let byteLength = 0;
    const read = async (): Promise<void> => {
      for await (const chunk of chunksUntilAborted(failing(), new AbortController().signal)) {
        byteLength += chunk.byteLength;
      }
    };
    await assert.rejects(read, /unreadable/);
    assert.equal(byteLength, 1);
  });
});
