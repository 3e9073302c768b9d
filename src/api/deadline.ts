// A longer delay makes a timer fire immediately.
const MAX_TIMER_MS = 2 ** 31 - 1;
const DEFAULT_MS = 30_000;

/** Combines a request's timeout and its caller's signal into one signal. */
export class Deadline {
  readonly afterMs: number;
  readonly #cancel: AbortSignal | undefined;
  readonly #controller = new AbortController();
  readonly #onCancel = () => this.#controller.abort(this.#cancel?.reason);
  #timer: NodeJS.Timeout | undefined;
  #hasTimedOut = false;

  constructor(afterMs: number, cancel: AbortSignal | undefined) {
    this.afterMs = afterMs > 0 ? Math.min(Math.ceil(afterMs), MAX_TIMER_MS) : DEFAULT_MS;
    this.#cancel = cancel;
    if (cancel?.aborted) {
      this.#onCancel();
      return;
    }
    cancel?.addEventListener('abort', this.#onCancel, { once: true });
    this.restart();
  }

  /** Aborted by the caller's signal, by the timeout, or by `end()`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the timeout aborted the signal. */
  get hasTimedOut(): boolean {
    return this.#hasTimedOut;
  }

  /** Restarts the timeout, after progress. */
  restart(): void {
    clearTimeout(this.#timer);
    if (this.signal.aborted) {
      return;
    }
    this.#timer = setTimeout(() => {
      this.#hasTimedOut = true;
      this.#controller.abort(new DOMException(`No response within ${this.afterMs} ms.`, 'TimeoutError'));
    }, this.afterMs);
  }

  /** Clears the timer, stops listening to the caller's signal, and aborts everything that still uses this signal. */
  end(): void {
    clearTimeout(this.#timer);
    this.#cancel?.removeEventListener('abort', this.#onCancel);
    this.#controller.abort(new DOMException('The request has ended.', 'AbortError'));
  }
}

/** Settles like `work`, or rejects with the signal's reason as soon as the signal is aborted. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) {
      abort();
    } else {
      signal.addEventListener('abort', abort, { once: true });
    }
    // Attached after an abort too, so that a later rejection is handled.
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

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
