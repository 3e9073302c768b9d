import type { MonotonicMs } from '../../base/monotonicClock.ts';

const MIN_GAP_MS = 1_000;
const MAX_GAP_MS = 5_000;

/** Limits how often the message of a transfer changes, because screen readers read out each one: at each tenth, and every few seconds. */
export class MessageThrottle {
  #shownTenth = -1;
  #shownAt = -Infinity;

  /** How long to wait until the next message, in ms; due if 0 or less. `share`: how much is transferred, from 0 to 1. */
  waitMs(share: number, now: MonotonicMs): number {
    return this.#shownAt + (tenthOf(share) > this.#shownTenth ? MIN_GAP_MS : MAX_GAP_MS) - now;
  }

  /** Call this when a message is shown. */
  recordShown(share: number, now: MonotonicMs): void {
    this.#shownTenth = tenthOf(share);
    this.#shownAt = now;
  }
}

function tenthOf(share: number): number {
  return Math.floor(10 * share);
}
