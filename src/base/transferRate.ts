import type { EpochMs } from './time.ts';

/** Long enough to be calm, short enough to follow a network that changes. */
const WINDOW_MS = 5_000;
/** Before that a rate would be a guess. */
const MIN_MS = 500;
const SAMPLE_MS = 100;

/** How fast something goes, and how long the rest will take at that. */
export interface TransferEstimate {
  readonly bytesPerSecond: number;
  readonly leftMs: number;
}

/** Watches bytes go by. Told as often as they do; looks back a few seconds. */
export class TransferRate {
  #samples: { readonly at: EpochMs; readonly bytes: number }[] = [];

  /** @param bytes all until now. */
  note(bytes: number, at: EpochMs): void {
    const last = this.#samples.at(-1);
    if (last !== undefined && at - last.at < SAMPLE_MS) {
      return;
    }
    this.#samples.push({ at, bytes });
    const [, second] = this.#samples;
    if (second !== undefined && at - second.at >= WINDOW_MS) {
      this.#samples.shift();
    }
  }

  /** Undefined until there is something to go by, and while nothing moves. */
  estimate(bytes: number, totalBytes: number, at: EpochMs): TransferEstimate | undefined {
    const [first] = this.#samples;
    if (first === undefined || at - first.at < MIN_MS || bytes <= first.bytes) {
      return undefined;
    }
    const bytesPerSecond = (1000 * (bytes - first.bytes)) / (at - first.at);
    return { bytesPerSecond, leftMs: (1000 * (totalBytes - bytes)) / bytesPerSecond };
  }
}
