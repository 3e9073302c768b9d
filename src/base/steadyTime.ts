import type { EpochMs } from './time.ts';

declare const steady: unique symbol;

/**
 * A moment by the clock that nobody sets, in milliseconds: the same in all processes of a machine, beginning anew when
 * that starts, and on some machines standing still while they sleep. It tells what is due and how long something lasts;
 * `EpochMs` tells people when something was. The type keeps the one from being taken for the other.
 */
export type SteadyMs = number & { readonly [steady]: true };

/** One moment by both clocks, for what must be carried from one to the other. */
export interface Moment {
  readonly steady: SteadyMs;
  readonly epoch: EpochMs;
}

export function steadyNow(): SteadyMs {
  return asSteady(Number(process.hrtime.bigint()) / 1e6);
}

export function thisMoment(): Moment {
  return { steady: steadyNow(), epoch: Date.now() };
}

/** The moment so many milliseconds later or, where negative, earlier. */
export function later(moment: SteadyMs, ms: number): SteadyMs {
  return asSteady(moment + ms);
}

export function latest(...moments: readonly SteadyMs[]): SteadyMs {
  return asSteady(Math.max(...moments));
}

/** Takes a number that was written down as such a moment for one again. */
export function asSteady(ms: number): SteadyMs {
  return ms as SteadyMs;
}
