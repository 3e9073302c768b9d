/** Settles as `work` does, unless the signal is aborted first: then it rejects at once with the signal's reason. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) {
      abort();
    } else {
      signal.addEventListener('abort', abort, { once: true });
    }
    // Attached in any case: a rejection that comes after the abort is nobody's business any more.
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * The same chunks, until the signal is aborted: then the pending and every later `next()` rejects with its reason, and
 * the source is told to stop at once, even where it is in the middle of a read and nobody iterates any more.
 */
export function chunksUntilAborted(source: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = source[Symbol.asyncIterator]();
      let isOpen = true;
      // One listener for all chunks: one for each would cost more than handing it over.
      let rejectNext: (reason: unknown) => void = () => undefined;
      const stop = () => {
        signal.removeEventListener('abort', onAbort);
        if (isOpen) {
          isOpen = false;
          iterator.return?.().catch(() => undefined);
        }
      };
      const onAbort = () => {
        rejectNext(signal.reason);
        stop();
      };
      signal.addEventListener('abort', onAbort, { once: true });
      return {
        next() {
          return new Promise((resolve, reject) => {
            signal.throwIfAborted();
            rejectNext = reject;
            iterator.next().then((result) => {
              isOpen = result.done !== true && isOpen;
              resolve(result);
            }, reject);
          });
        },
        return() {
          stop();
          return Promise.resolve({ done: true, value: undefined });
        },
      };
    },
  };
}
