/** What was measured and what it should be. */
export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The most it may be, or the least; undefined where it is only reported. */
  readonly goal: { readonly atMost: number } | { readonly atLeast: number } | undefined;
}

/** Whether the goal is met; undefined where there is none. */
export function holds({ value, goal }: Measurement): boolean | undefined {
  if (goal === undefined) {
    return undefined;
  }
  return 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 0 ? ((sorted[middle - 1] ?? NaN) + upper) / 2 : upper;
}

/** Rounded to what the eye can use. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
