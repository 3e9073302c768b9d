import type { MonotonicMs } from '../../base/monotonicClock.ts';

const LEAST_MS = 1_000;
const MOST_MS = 5_000;

/** Limits how often the message of a transfer changes, because screen readers read out each one: at each tenth, and every few seconds. */
export class MessagePace {
  #tenth = -1;
  #at = -Infinity;

  /** How long to wait before a message is shown, in ms; 0: it is shown now. `share`: of 1, how much is transferred. */
  delay(share: number, now: MonotonicMs): number {
    const tenth = Math.floor(10 * share);
    const delay = this.#at + (tenth > this.#tenth ? LEAST_MS : MOST_MS) - now;
    if (delay > 0) {
      return delay;
    }
    this.#tenth = tenth;
    this.#at = now;
    return 0;
  }
}
