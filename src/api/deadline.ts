// Longer ones make a timer fire at once.
const MAX_TIMER_MS = 2 ** 31 - 1;
const DEFAULT_MS = 30_000;

/** The time a request has, together with its caller's wish to cancel it: one signal for both. */
export class Deadline {
  readonly afterMs: number;
  readonly #cancel: AbortSignal | undefined;
  readonly #controller = new AbortController();
  readonly #onCancel = () => this.#controller.abort(this.#cancel?.reason);
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

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

  /** Aborted by the caller, by the time, or by `end()`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether it was the time that aborted the signal. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Gives the whole time anew: there was progress. */
  restart(): void {
    clearTimeout(this.#timer);
    if (this.signal.aborted) {
      return;
    }
    this.#timer = setTimeout(() => {
      this.#isOver = true;
      this.#controller.abort(new DOMException(`No answer within ${this.afterMs} ms.`, 'TimeoutError'));
    }, this.afterMs);
  }

  /** Lets go of the timer and the caller's signal, and aborts whatever still runs under this one. */
  end(): void {
    clearTimeout(this.#timer);
    this.#cancel?.removeEventListener('abort', this.#onCancel);
    this.#controller.abort(new DOMException('The request has ended.', 'AbortError'));
  }
}

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
