import assert from 'node:assert/strict';

/** The line through samples with the least squares. */
export interface Trend {
  readonly slope: number;
  /** The standard error of the slope: it is this uncertain. */
  readonly error: number;
}

export function trendOf(samples: readonly { readonly x: number; readonly y: number }[]): Trend {
  const meanOf = (of: 'x' | 'y'): number => samples.reduce((sum, sample) => sum + sample[of], 0) / samples.length;
  const [meanX, meanY] = [meanOf('x'), meanOf('y')];
  const squares = samples.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  const slope = samples.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / squares;
  const rest = samples.reduce((sum, { x, y }) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0);
  return { slope, error: Math.sqrt(rest / (samples.length - 2) / squares) };
}

/** The last third has no more than the third before it had at most, except for what is there only at some moments. */
export function assertFlat(name: string, values: readonly number[]): void {
  const third = Math.floor(values.length / 3);
  const [before, after] = [values.slice(third, -third), values.slice(-third).sort((a, b) => a - b)];
  const median = after[Math.floor(third / 2)] ?? Infinity;
  assert.ok(median <= Math.max(...before), `${name}: ${values.join(' ')}`);
}

/** The most of these moments, which are sorted, that are within such a time of each other. */
export function mostWithin(times: readonly number[], ms: number): number {
  let [from, most] = [0, 0];
  for (const [index, at] of times.entries()) {
    while ((times[from] ?? at) <= at - ms) {
      from += 1;
    }
    most = Math.max(most, index - from + 1);
  }
  return most;
}
