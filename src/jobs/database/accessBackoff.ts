import type { Disposable } from '../../base/disposable.ts';
import { asMonotonic, monotonicNow, plusMs } from '../../base/monotonicClock.ts';

const FIRST_DELAY_MS = 250;
/** The longest that pending writes wait after a lock was released. A lasting lock costs 50 ms of blocking per interval. */
const MAX_DELAY_MS = 10_000;

/** Exponential backoff after failed accesses to the database. */
export class AccessBackoff implements Disposable {
  readonly #retry: () => void;
  #failures = 0;
  #until = asMonotonic(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param retry called when the delay is over. */
  constructor(retry: () => void) {
    this.#retry = retry;
  }

  /** Failed accesses in a row. */
  get failures(): number {
    return this.#failures;
  }

  /** Whether the next access must wait. */
  get isWaiting(): boolean {
    return monotonicNow() < this.#until;
  }

  fail(): void {
    this.#failures += 1;
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (this.#failures - 1), MAX_DELAY_MS);
    this.#until = plusMs(monotonicNow(), delayMs);
    this.#schedule(delayMs);
  }

  succeed(): void {
    this.#failures = 0;
    this.end();
  }

  /** Schedules a retry unless one is scheduled. */
  ensureRetry(): void {
    if (this.#timer === undefined) {
      this.#schedule(FIRST_DELAY_MS);
    }
  }

  /** Allows the next access at once. */
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
