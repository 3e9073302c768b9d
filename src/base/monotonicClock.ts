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
