import type { MonotonicMs } from '../../base/monotonicClock.ts';

const MIN_GAP_MS = 1_000;
const MAX_GAP_MS = 5_000;

/** Limits how often the message of a transfer changes, because screen readers read out each one: at each tenth, and every few seconds. */
export class MessagePace {
  #shownTenth = -1;
  #shownAt = -Infinity;

  /** How long to wait before a message is shown, in ms; 0: it is shown now. `share`: how much is transferred, from 0 to 1. */
  delay(share: number, now: MonotonicMs): number {
    const tenth = Math.floor(10 * share);
    const delay = this.#shownAt + (tenth > this.#shownTenth ? MIN_GAP_MS : MAX_GAP_MS) - now;
    if (delay > 0) {
      return delay;
    }
    this.#shownTenth = tenth;
    this.#shownAt = now;
    return 0;
  }
}
