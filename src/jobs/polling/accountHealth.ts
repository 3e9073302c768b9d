import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import { monotonicNow, currentMoment } from '../../base/monotonicClock.ts';
import type { Moment } from '../../base/monotonicClock.ts';
import type { EpochMs } from '../../base/time.ts';
import type { RateLimitNote } from '../../model/answerMeta.ts';
import { isOutage } from '../../model/failure.ts';
import type { Failure } from '../../model/failure.ts';
import { heedRemaining } from './rateLimiter.ts';
import { pauseAfter, pauseAfterRestart, pauseAfterAnswer, pauseLeftMs } from './retryAfterPause.ts';
import type { RetryAfterPause } from './retryAfterPause.ts';
import type { JobStore } from '../store/jobStore.ts';

/** What the service lets the account do: whether it takes its secret, and how much it wants to be left alone. */
export class AccountHealth implements Disposable {
  readonly #accountId: string;
  readonly #store: JobStore;
  readonly #owned = new DisposableStore();
  readonly #didLoseAccess = this.#owned.add(new Emitter<Failure>());
  #hasAccess = true;

  /** Fires when the service refuses the account's secret, once until it is taken again. Meanwhile nothing is asked. */
  readonly onDidLoseAccess = this.#didLoseAccess.event;

  constructor(accountId: string, store: JobStore) {
    this.#accountId = accountId;
    this.#store = store;
    this.#changeRest(pauseAfterRestart);
  }

  /** Whether the service takes the secret, as far as this window knows. */
  get hasAccess(): boolean {
    return this.#hasAccess;
  }

  regainAccess(): void {
    this.#hasAccess = true;
  }

  /** For how much longer the service wants to be left alone, in milliseconds, whichever window it told. */
  pauseLeftMs(): number {
    return pauseLeftMs(this.#store.pace(this.#accountId).rest, currentMoment());
  }

  /** What the service said about how many requests are left. */
  heedRemaining(note: RateLimitNote): void {
    this.#store.updatePace(this.#accountId, (pace) => heedRemaining(pace, note, monotonicNow()));
  }

  /** When the first of the latest requests of any window failed to reach the service; undefined while it is reached. */
  get outageSince(): EpochMs | undefined {
    return this.#store.pace(this.#accountId).outageSince;
  }

  /** To be called with every answer, whatever was asked. */
  heedReached(): void {
    if (this.outageSince !== undefined) {
      this.#store.updatePace(this.#accountId, (pace) => ({ ...pace, outageSince: undefined }));
    }
  }

  /** Draws the conclusions of a failure that hold for the whole account. */
  heed(failure: Failure): void {
    this.#heedOutage(failure);
    const isRefused = failure.kind === 'unauthorized' || failure.kind === 'signedOut';
    if (isRefused && this.#hasAccess) {
      this.#hasAccess = false;
      this.#didLoseAccess.fire(failure);
    }
    if (failure.kind === 'rateLimited' || (failure.kind === 'unavailable' && failure.retryAfterMs !== undefined)) {
      this.#changeRest((rest, now) => pauseAfter(rest, failure.retryAfterMs, now));
    }
  }

  /** To be called when a request of the user's own was answered in spite of the rest. */
  endPause(): void {
    this.#changeRest(() => undefined);
  }

  /** To be called with every status of a job: it need not have the `meta` that other answers are noticed by. */
  heedAnswer(): void {
    this.heedReached();
    this.#changeRest(pauseAfterAnswer);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #heedOutage(failure: Failure): void {
    if (isOutage(failure)) {
      if (this.outageSince === undefined) {
        this.#store.updatePace(this.#accountId, (pace) => ({ ...pace, outageSince: pace.outageSince ?? Date.now() }));
      }
    } else if (failure.kind !== 'signedOut') {
      this.heedReached();
    }
  }

  #changeRest(change: (rest: RetryAfterPause | undefined, now: Moment) => RetryAfterPause | undefined): void {
    const { rest } = this.#store.pace(this.#accountId);
    if (change(rest, currentMoment()) !== rest) {
      this.#store.updatePace(this.#accountId, (pace) => ({ ...pace, rest: change(pace.rest, currentMoment()) }));
    }
  }
}
