import type { EpochMs } from '../base/time.ts';
import type { AccountPace } from './accountPace.ts';
import { LONGEST_PAUSE_MS, pauseMs } from './schedule.ts';

/** The rest that the service asked for, which holds for everything we ask on behalf of one account. */
export class AccountPause {
  // By the clock that nobody sets and that no time zone or NTP moves.
  #endsAtMs = 0;
  #inARow = 0;
  #heardOf = 0;

  /** How much of it is left, in milliseconds. */
  leftMs(): number {
    return Math.max(0, this.#endsAtMs - performance.now());
  }

  /** Begins a pause, or prolongs the one that is on; never shortens it. */
  begin(retryAfterMs: number | undefined): void {
    // Answers to questions that were under way together tell of the same pause.
    this.#inARow += this.leftMs() === 0 ? 1 : 0;
    this.#endsAtMs = Math.max(this.#endsAtMs, performance.now() + pauseMs(retryAfterMs, Math.max(0, this.#inARow - 1)));
  }

  /** Takes over a pause that another window was told of, by the clock that all share. */
  follow({ restUntil, restSince }: AccountPace, now: EpochMs): void {
    if (restUntil !== this.#heardOf) {
      this.#heardOf = restUntil;
      // Never longer than it was meant to be: the clock may have been set back since.
      const leftMs = Math.min(restUntil - now, restUntil - restSince, LONGEST_PAUSE_MS);
      this.#endsAtMs = Math.max(this.#endsAtMs, performance.now() + leftMs);
    }
  }

  /** To be called after a real answer: the next pause begins short again. One that is on still holds. */
  forget(): void {
    this.#inARow = 0;
  }
}
