/** A double holds powers of ten up to this one exactly. */
export const MAX_EXACT_POWER = 22;

/** Ten to the power of each index. */
export const POWERS_OF_TEN: readonly number[] = Array.from({ length: MAX_EXACT_POWER + 1 }, (_, power) =>
  Number(`1e${power}`),
);
