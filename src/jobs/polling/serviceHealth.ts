import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import { readClocks, monotonicNow } from '../../base/monotonicClock.ts';
import type { ClockReadings } from '../../base/monotonicClock.ts';
import type { EpochMs } from '../../base/time.ts';
import { isOutage, isSecretRefused } from '../../model/failure.ts';
import type { Failure } from '../../model/failure.ts';
import type { RateLimit } from '../../model/rateLimit.ts';
import type { JobStore, RetryAfterPause, Slowdown } from '../store/jobStore.ts';
import { slowdownAfter } from './rateLimiter.ts';
import { pauseAfter, pauseAfterResponse, pauseAfterRestart, pauseLeftMs } from './retryAfterPause.ts';

/** How the service responds to an account: whether it accepts the secret, whether it can be reached, and whether it has asked for a pause. */
export class ServiceHealth implements Disposable {
  readonly #accountId: string;
  readonly #store: JobStore;
  readonly #owned = new DisposableStore();
  readonly #didLoseAccess = this.#owned.add(new Emitter<Failure>());
  readonly #didRegainAccess = this.#owned.add(new Emitter<void>());
  #hasAccess = true;
  #isConnected = true;

  /** Fires when the service refuses the account's secret, once until it is accepted again. Meanwhile, polling stops. */
  readonly onDidLoseAccess = this.#didLoseAccess.event;

  /** Fires when the service accepts the secret again. */
  readonly onDidRegainAccess = this.#didRegainAccess.event;

  constructor(accountId: string, store: JobStore) {
    this.#accountId = accountId;
    this.#store = store;
    this.#changePause(pauseAfterRestart);
  }

  /** Whether the service accepts the secret, as far as this window knows. */
  get hasAccess(): boolean {
    return this.#hasAccess;
  }

  /** Call this when the service has accepted the secret. */
  regainAccess(): void {
    if (!this.#hasAccess) {
      this.#hasAccess = true;
      this.#didRegainAccess.fire();
    }
  }

  /** How much is left of a pause that the service asked any window for, in milliseconds. */
  pauseLeftMs(): number {
    return pauseLeftMs(this.#store.health(this.#accountId).pause, readClocks());
  }

  /** When the first of the latest requests of any window failed to reach the service; undefined while it is reachable. */
  get outageSince(): EpochMs | undefined {
    return this.#store.health(this.#accountId).outageSince;
  }

  /** The slowdown after the service last told any window that few requests are left. */
  get slowdown(): Slowdown | undefined {
    return this.#store.health(this.#accountId).slowdown;
  }

  /** Call this with the rate limit in the headers of a response. */
  recordRateLimit(rateLimit: RateLimit): void {
    const { slowdown } = this;
    if (slowdownAfter(slowdown, rateLimit, monotonicNow()) !== slowdown) {
      this.#store.updateHealth(this.#accountId, (health) => ({
        ...health,
        slowdown: slowdownAfter(health.slowdown, rateLimit, monotonicNow()),
      }));
    }
  }

  /** Call this after every response to any request, whatever it says. */
  recordReachable(): void {
    if (this.outageSince !== undefined) {
      this.#store.updateHealth(this.#accountId, (health) => ({ ...health, outageSince: undefined }));
    }
  }

  /** Call this after every status of a job, which shows that the service serves polls again. */
  recordJobStatus(): void {
    this.recordReachable();
    this.#changePause(pauseAfterResponse);
  }

  /** Whether this extension host is connected to its window, as far as is known. */
  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** Call this when this extension host has lost its window, or is connected to it again. */
  setConnected(isConnected: boolean): void {
    this.#isConnected = isConnected;
  }

  /** Records what a failure means for the whole account. */
  recordFailure(failure: Failure): void {
    // Without a window, VS Code sends no requests, which says nothing about the service.
    if (this.#isConnected) {
      this.#recordOutage(failure);
    }
    // If the secret could not be read (`signedOut`), the next poll may work.
    if (isSecretRefused(failure) && this.#hasAccess) {
      this.#hasAccess = false;
      this.#didLoseAccess.fire(failure);
    }
    if (failure.kind === 'rateLimited' || (failure.kind === 'unavailable' && failure.retryAfterMs !== undefined)) {
      this.#changePause((pause, now) => pauseAfter(pause, failure.retryAfterMs, now));
    }
  }

  /** Call this when a request that the user made by hand got a response despite the pause. */
  endPause(): void {
    this.#changePause(() => undefined);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #recordOutage(failure: Failure): void {
    if (!isOutage(failure)) {
      if (failure.kind !== 'signedOut') {
        this.recordReachable();
      }
    } else if (this.outageSince === undefined) {
      const since = Date.now();
      this.#store.updateHealth(this.#accountId, (health) => ({ ...health, outageSince: health.outageSince ?? since }));
    }
  }

  #changePause(change: (pause: RetryAfterPause | undefined, now: ClockReadings) => RetryAfterPause | undefined): void {
    const { pause } = this.#store.health(this.#accountId);
    if (change(pause, readClocks()) !== pause) {
      this.#store.updateHealth(this.#accountId, (health) => ({
        ...health,
        pause: change(health.pause, readClocks()),
      }));
    }
  }
}
