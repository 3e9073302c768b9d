import type { MonotonicMs } from '../../base/monotonicClock.ts';

/** How far back the estimate looks. */
const WINDOW_MS = 5_000;
/** How long to measure before the first estimate. */
const MIN_MS = 500;
const SAMPLE_MS = 100;

/** Speed, and the remaining time at that speed. */
export interface TransferEstimate {
  readonly bytesPerSecond: number;
  readonly leftMs: number;
}

/** Estimates the speed of a transfer over the last seconds. */
export class TransferRate {
  #samples: { readonly at: MonotonicMs; readonly bytes: number }[] = [];

  /** @param bytes transferred so far, in total. */
  add(bytes: number, at: MonotonicMs): void {
    const last = this.#samples.at(-1);
    if (last !== undefined && at - last.at < SAMPLE_MS) {
      return;
    }
    this.#samples.push({ at, bytes });
    // After a pause, several samples are too old at once.
    const recent = this.#samples.findIndex((sample) => at - sample.at < WINDOW_MS);
    this.#samples.splice(0, recent - 1);
  }

  /** Undefined in the first moments, and while nothing is transferred. */
  estimate(bytes: number, totalBytes: number, at: MonotonicMs): TransferEstimate | undefined {
    const [first] = this.#samples;
    if (first === undefined || at - first.at < MIN_MS || bytes <= first.bytes) {
      return undefined;
    }
    const bytesPerSecond = (1000 * (bytes - first.bytes)) / (at - first.at);
    return { bytesPerSecond, leftMs: (1000 * (totalBytes - bytes)) / bytesPerSecond };
  }
}
