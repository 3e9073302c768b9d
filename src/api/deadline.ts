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
