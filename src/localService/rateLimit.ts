import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '../base/time.ts';
import type { EpochMs } from '../base/time.ts';
import type { ServiceClock } from './clock.ts';
import type { Settings } from './settings.ts';

const WINDOW_MS = MINUTE_MS;
/** The polling interval of queued requests, in real time, because the service's time can jump. */
const QUEUE_POLL_MS = 50;

/** Allows a number of requests per minute, queues some, and rejects the rest. There is only one key, so all requests count. */
export class RateLimit {
  readonly #settings: Settings;
  readonly #clock: ServiceClock;
  #windowStart = 0;
  #count = 0;
  #waiting = 0;

  constructor(settings: Settings, clock: ServiceClock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  /** Resolves to whether the request is allowed. Waits for the next window if the queue is not full. */
  async admit(isGone: () => boolean): Promise<boolean> {
    if (this.#canPass()) {
      return true;
    }
    if (this.#waiting >= this.#settings.rateLimitQueue) {
      return false;
    }
    this.#waiting += 1;
    try {
      let isAdmitted = false;
      while (!isAdmitted && !isGone()) {
        await sleep(QUEUE_POLL_MS);
        isAdmitted = this.#canPass();
      }
      return isAdmitted;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** The headers with the limit and the remaining requests. */
  headers(): Readonly<Record<string, string>> {
    this.#roll();
    return limitHeaders(this.#settings.rateLimit, this.#settings.rateLimit - this.#count, this.#windowEnd);
  }

  /** The headers of a 429, by default with the rest of the window as the time to wait. */
  rejectionHeaders(
    retryAfterS = Math.ceil((this.#windowEnd - this.#clock.now()) / 1000),
  ): Readonly<Record<string, string>> {
    const seconds = Math.max(0, retryAfterS);
    const resetsAt = this.#clock.now() + seconds * 1000;
    return { 'retry-after': String(seconds), ...limitHeaders(this.#settings.rateLimit, 0, resetsAt) };
  }

  reset(): void {
    this.#windowStart = 0;
    this.#count = 0;
  }

  get #windowEnd(): EpochMs {
    return this.#windowStart + WINDOW_MS;
  }

  #canPass(): boolean {
    return !this.#settings.isRateLimited || this.#take();
  }

  #take(): boolean {
    this.#roll();
    if (this.#count >= this.#settings.rateLimit) {
      return false;
    }
    this.#count += 1;
    return true;
  }

  #roll(): void {
    const now = this.#clock.now();
    if (now >= this.#windowEnd) {
      this.#windowStart = now;
      this.#count = 0;
    }
  }
}

/** `X-RateLimit-Reset` is in epoch seconds. */
function limitHeaders(limit: number, remaining: number, resetsAt: EpochMs): Readonly<Record<string, string>> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(Math.max(0, remaining)),
    'x-ratelimit-reset': String(Math.ceil(resetsAt / 1000)),
  };
}
