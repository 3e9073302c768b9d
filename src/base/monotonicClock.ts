import type { EpochMs } from './time.ts';

declare const monotonicBrand: unique symbol;

/**
 * A reading of the monotonic clock, in ms. Shared by all processes of a machine; starts over when the machine does, and on
 * some machines stands still during sleep. For deadlines and durations: setting the wall clock does not change it. `EpochMs`
 * is for moments that are shown. The brand keeps the two apart.
 */
export type MonotonicMs = number & { readonly [monotonicBrand]: true };

/** The same moment on both clocks, for converting between them. */
export interface Moment {
  readonly monotonic: MonotonicMs;
  readonly epoch: EpochMs;
}

export function monotonicNow(): MonotonicMs {
  return asMonotonic(Number(process.hrtime.bigint()) / 1e6);
}

export function currentMoment(): Moment {
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

/** Clocks that the network keeps right drift apart by far less between two looks. */
const JUMP_MS = 5000;

/** Notices that the machine slept or that its clock was set: the two clocks then differ by more than before. */
export class ClockJumps {
  #differenceMs: number | undefined;

  /** Whether that happened since the last look. The first look, and the first after `rest`, notices nothing. */
  look(): boolean {
    const { monotonic, epoch } = currentMoment();
    const before = this.#differenceMs ?? epoch - monotonic;
    this.#differenceMs = epoch - monotonic;
    return Math.abs(this.#differenceMs - before) > JUMP_MS;
  }

  /** Call this while nothing waits for a timer. */
  rest(): void {
    this.#differenceMs = undefined;
  }
}
