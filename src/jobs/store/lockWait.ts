import { isBusy } from './sqliteError.ts';

/** How long one access waits for a lock each time, in milliseconds, 50 in all. A write of another window takes less than one. */
const WAITS_MS = [1, 2, 5, 10, 15, 17];

/**
 * Repeats work that meets the lock of another process, a few times. SQLite's own busy timeout would begin again in each
 * statement and does not tell how long it took; the extension host stands still during either.
 */
export class LockWait {
  readonly #sleeper = new Int32Array(new SharedArrayBuffer(4));
  #waitedMs = 0;

  /** For how long the extension host has waited for locks so far. */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** Throws what `work` throws, and while the lock is held for longer, that. The work may run more than once. */
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
