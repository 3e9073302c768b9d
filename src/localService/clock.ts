import type { EpochMs } from '../base/time.ts';

/** The service's time: real time times a rate, plus what it was advanced by. It can be stopped. */
export class ServiceClock {
  readonly #initialRate: number;
  #rate: number;
  #isFrozen = false;
  /** Service time at the real moment `#markMs`. */
  #base: EpochMs = Date.now();
  #markMs = performance.now();

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
    const passedMs = this.#isFrozen ? 0 : (performance.now() - this.#markMs) * this.#rate;
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

  /** Back to real time and to the rate it was made with. */
  reset(): void {
    this.#base = Date.now();
    this.#markMs = performance.now();
    this.#isFrozen = false;
    this.#rate = this.#initialRate;
  }

  #rebase(): void {
    this.#base = this.now();
    this.#markMs = performance.now();
  }
}

/** A moment as the service writes it: UTC, ISO 8601, with milliseconds and a Z. */
export function isoTime(at: EpochMs): string {
  return new Date(at).toISOString();
}
