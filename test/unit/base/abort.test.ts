import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { orAborted } from '../../../src/base/abort.ts';
import { chunksUntilAborted } from '../../../src/base/chunksUntilAborted.ts';

function listenersOf(signal: AbortSignal): number {
  return getEventListeners(signal, 'abort').length;
}

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
    assert.deepEqual([read, closed, listenersOf(signal)], [[0, 1, 2], 1, 0]);
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
    const { signal } = new AbortController();
    const read = async (): Promise<void> => {
      for await (const chunk of chunksUntilAborted(failing(), signal)) {
        byteLength += chunk.byteLength;
      }
    };
    await assert.rejects(read, /unreadable/);
    assert.deepEqual([byteLength, listenersOf(signal)], [1, 0]);
  });
});
