import type { EpochMs } from '../base/time.ts';

/** The service's time. It runs at a multiple of real time and can be advanced and frozen. */
export class ServiceClock {
  readonly #initialRate: number;
  #rate: number;
  #isFrozen = false;
  /** Service time at the monotonic time `#sinceMs`. */
  #base: EpochMs = Date.now();
  #sinceMs = performance.now();

  constructor(rate: number) {
    this.#initialRate = rate;
    this.#rate = rate;
  }

  get rate(): number {
    return this.#rate;
  }

  get isFrozen(): boolean {
    return this.#isFrozen;
  }

  now(): EpochMs {
    const passedMs = this.#isFrozen ? 0 : (performance.now() - this.#sinceMs) * this.#rate;
    return Math.floor(this.#base + passedMs);
  }

  advance(ms: number): void {
    this.#base += ms;
  }

  setFrozen(isFrozen: boolean): void {
    this.#rebase();
    this.#isFrozen = isFrozen;
  }

  setRate(rate: number): void {
    this.#rebase();
    this.#rate = rate;
  }

  /** Restores real time and the initial rate. */
  reset(): void {
    this.#base = Date.now();
    this.#sinceMs = performance.now();
    this.#isFrozen = false;
    this.#rate = this.#initialRate;
  }

  #rebase(): void {
    this.#base = this.now();
    this.#sinceMs = performance.now();
  }
}

/** The service's format of times: UTC, ISO 8601, with milliseconds and a Z. */
export function isoTime(at: EpochMs): string {
  return new Date(at).toISOString();
}
