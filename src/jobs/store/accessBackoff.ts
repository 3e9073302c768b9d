import type { Disposable } from '../../base/disposable.ts';
import { asMonotonic, plusMs, monotonicNow } from '../../base/monotonicClock.ts';

const FIRST_DELAY_MS = 250;
/** A lock that lasts costs 50 ms of waiting in each such interval, and what was kept is written at most so much later. */
const LONGEST_DELAY_MS = 10_000;

/** When the database may be tried again after an access to it failed: after twice the time, each time. */
export class AccessBackoff implements Disposable {
  readonly #retry: () => void;
  #failures = 0;
  #until = asMonotonic(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `retry` is called when the time is over. */
  constructor(retry: () => void) {
    this.#retry = retry;
  }

  /** How many accesses in a row have failed. */
  get failures(): number {
    return this.#failures;
  }

  /** Whether it is too early to try again. */
  get isWaiting(): boolean {
    return monotonicNow() < this.#until;
  }

  fail(): void {
    this.#failures += 1;
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (this.#failures - 1), LONGEST_DELAY_MS);
    this.#until = plusMs(monotonicNow(), delayMs);
    this.#schedule(delayMs);
  }

  succeed(): void {
    this.#failures = 0;
    this.end();
  }

  /** Sees to it that there is a retry, where none is planned. */
  ensureRetry(): void {
    if (this.#timer === undefined) {
      this.#schedule(FIRST_DELAY_MS);
    }
  }

  /** The next access is allowed. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#until = asMonotonic(0);
  }

  dispose(): void {
    this.end();
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.end();
      this.#retry();
    }, delayMs);
    this.#timer.unref();
  }
}
