// A longer delay makes a timer fire immediately.
const MAX_TIMER_MS = 2 ** 31 - 1;
const DEFAULT_MS = 30_000;

/** The timeout of a request and the signal of its caller, combined into one signal. */
export class RequestTimeout {
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
