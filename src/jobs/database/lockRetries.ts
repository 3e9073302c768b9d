import { isBusy } from './sqlite.ts';

/** Delays between the attempts of one access, in ms; 50 in total. A write of another window takes less than one. */
const WAITS_MS = [1, 2, 5, 10, 15, 17];

/**
 * Retries work that fails because another process holds the lock, blocking the thread in between. SQLite's busy timeout would
 * start over in each statement, and doesn't report how long it waited.
 */
export class LockRetries {
  readonly #sleeper = new Int32Array(new SharedArrayBuffer(4));
  #waitedMs = 0;

  /** How long the thread has been blocked by locks so far, in ms. */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** Runs the work, which may run more than once. Throws what it throws, including the error of a lock held for longer. */
  run<T>(work: () => T): T {
    for (const ms of WAITS_MS) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error)) {
          throw error;
        }
        Atomics.wait(this.#sleeper, 0, 0, ms);
        this.#waitedMs += ms;
      }
    }
    return work();
  }
}
