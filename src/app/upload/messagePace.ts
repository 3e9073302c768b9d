import type { EpochMs } from '../../base/time.ts';

const LEAST_MS = 1_000;
const MOST_MS = 5_000;

/** When the message of a transfer changes: screen readers read out each one, so rarely, at each tenth and every few seconds. */
export class MessagePace {
  #tenth = -1;
  #at = -Infinity;

  /** Whether to show a message now. `share`: of 1, how much is transferred. */
  isDue(share: number, now: EpochMs): boolean {
    const tenth = Math.floor(10 * share);
    const isDue = now - this.#at >= (tenth > this.#tenth ? LEAST_MS : MOST_MS);
    if (isDue) {
      this.#tenth = tenth;
      this.#at = now;
    }
    return isDue;
  }
}
