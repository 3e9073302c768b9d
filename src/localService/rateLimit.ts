import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceClock } from './clock.ts';
import type { Settings } from './settings.ts';

const WINDOW_MS = 60_000;
/** How often waiting requests look again, in real time, since the service's time may jump. */
const LOOK_AGAIN_MS = 50;

/** So many requests a minute, then some wait, then they are refused. One key is all there is, so it counts for all. */
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

  /** Resolves to whether the request may pass; waits for the next window where the queue has room. */
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
        await sleep(LOOK_AGAIN_MS);
        isAdmitted = this.#canPass();
      }
      return isAdmitted;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** The headers that tell a client where it stands. */
  headers(): Readonly<Record<string, string>> {
    this.#roll();
    return {
      'x-ratelimit-limit': String(this.#settings.rateLimit),
      'x-ratelimit-remaining': String(Math.max(0, this.#settings.rateLimit - this.#count)),
      'x-ratelimit-reset': String(Math.ceil((this.#windowStart + WINDOW_MS) / 1000)),
    };
  }

  /** Seconds until the window ends. */
  retryAfterS(): number {
    return Math.max(1, Math.ceil((this.#windowStart + WINDOW_MS - this.#clock.now()) / 1000));
  }

  reset(): void {
    this.#windowStart = 0;
    this.#count = 0;
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
    if (now >= this.#windowStart + WINDOW_MS) {
      this.#windowStart = now;
      this.#count = 0;
    }
  }
}
