/**
 * Yields the source's chunks until the signal is aborted. Then the pending and all later calls of `next()` reject with the
 * signal's reason, and the source's iterator is closed immediately, even during a read.
 */
export function chunksUntilAborted(source: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = source[Symbol.asyncIterator]();
      let isOpen = true;
      // One listener for all chunks, because adding one per chunk is slow.
      let rejectNext: (reason: unknown) => void = () => undefined;
      const finish = () => {
        isOpen = false;
        signal.removeEventListener('abort', onAbort);
      };
      const close = () => {
        if (isOpen) {
          finish();
          iterator.return?.().catch(() => undefined);
        }
      };
      const onAbort = () => {
        rejectNext(signal.reason);
        close();
      };
      signal.addEventListener('abort', onAbort, { once: true });
      return {
        next() {
          return new Promise((resolve, reject) => {
            signal.throwIfAborted();
            rejectNext = reject;
            const chunk = iterator.next();
            chunk.catch(finish);
            chunk.then((result) => {
              if (result.done === true) {
                finish();
              }
              resolve(result);
            }, reject);
          });
        },
        return() {
          close();
          return Promise.resolve({ done: true, value: undefined });
        },
      };
    },
  };
}
