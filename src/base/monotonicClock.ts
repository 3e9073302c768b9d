import type { EpochMs } from './time.ts';

declare const monotonicBrand: unique symbol;

/**
 * A reading of the monotonic clock, in ms. Shared by all processes of a machine; starts over when the machine restarts, and on
 * some machines stops during sleep. For deadlines and durations: setting the wall clock does not change it. `EpochMs`
 * is for moments that are shown. The brand keeps the two apart.
 */
export type MonotonicMs = number & { readonly [monotonicBrand]: true };

/** One moment as both clocks show it, for converting between them. */
export interface ClockReadings {
  readonly monotonic: MonotonicMs;
  readonly epoch: EpochMs;
}

export function monotonicNow(): MonotonicMs {
  return asMonotonic(Number(process.hrtime.bigint()) / 1e6);
}

export function readClocks(): ClockReadings {
  return { monotonic: monotonicNow(), epoch: Date.now() };
}

/** The moment `ms` later; earlier if `ms` is negative. */
export function plusMs(moment: MonotonicMs, ms: number): MonotonicMs {
  return asMonotonic(moment + ms);
}

export function latestOf(...moments: readonly MonotonicMs[]): MonotonicMs {
  return asMonotonic(Math.max(...moments));
}

/** Restores the type of a stored reading. */
export function asMonotonic(ms: number): MonotonicMs {
  return ms as MonotonicMs;
}

/** Time synchronization corrects the wall clock by far less between two checks. */
const JUMP_MS = 5000;

/** Detects that the machine slept or that its wall clock was set: the difference between the two clocks then changes. */
export class ClockJumpDetector {
  #differenceMs: number | undefined;

  /** Whether that happened since the last call. False at the first call, and at the first one after `reset`. */
  hasJumped(): boolean {
    const { monotonic, epoch } = readClocks();
    const before = this.#differenceMs ?? epoch - monotonic;
    this.#differenceMs = epoch - monotonic;
    return Math.abs(this.#differenceMs - before) > JUMP_MS;
  }

  /** Call this when there is no timer, so that the time until the next one does not count. */
  reset(): void {
    this.#differenceMs = undefined;
  }
}
