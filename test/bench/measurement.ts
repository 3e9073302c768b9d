/** A measured value and its goal. */
export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The maximum or minimum; undefined if the value is only reported. */
  readonly goal: { readonly atMost: number } | { readonly atLeast: number } | undefined;
}

/** Whether the goal is met; undefined without a goal. */
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

/** Rounded for display. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
