import type { EpochMs } from '../../base/time.ts';

/** When a job ran. */
export interface Span {
  readonly startMs: EpochMs;
  readonly endMs: EpochMs;
}

/** A time interval, the peak number of jobs that ran at once in it, and when that was first reached. */
export interface ConcurrencyInterval {
  readonly startMs: EpochMs;
  readonly peak: number;
  readonly peakAtMs: EpochMs;
}

/** How many jobs ran at once, in intervals of equal length. A job that starts when another one ends does not overlap with it. */
export function concurrencyOver(
  spans: readonly Span[],
  from: EpochMs,
  to: EpochMs,
  intervalCount: number,
): readonly ConcurrencyInterval[] {
  const changes = spans
    .flatMap(({ startMs, endMs }) => [
      { at: startMs, by: 1 },
      { at: Math.max(endMs, startMs + 1), by: -1 },
    ])
    // If a job ends when another one starts, the end comes first.
    .sort((a, b) => a.at - b.at || a.by - b.by);
  const intervalMs = (to - from) / intervalCount;
  let running = 0;
  let next = 0;
  return Array.from({ length: intervalCount }, (_, index) => {
    const startMs = from + index * intervalMs;
    for (let change = changes[next]; change && change.at <= startMs; change = changes[next]) {
      running += change.by;
      next += 1;
    }
    let peak = running;
    let peakAtMs = startMs;
    for (let change = changes[next]; change && change.at < startMs + intervalMs; change = changes[next]) {
      running += change.by;
      if (running > peak) {
        peak = running;
        peakAtMs = change.at;
      }
      next += 1;
    }
    return { startMs, peak, peakAtMs };
  });
}

/** The longest interval in which no job ran; undefined if there is none. */
export function longestIdleSpan(spans: readonly Span[], from: EpochMs, to: EpochMs): Span | undefined {
  let longest: Span | undefined;
  let busyUntil = from;
  const endIdleSpan = (endMs: EpochMs): void => {
    if (endMs - busyUntil > (longest ? longest.endMs - longest.startMs : 0)) {
      longest = { startMs: busyUntil, endMs };
    }
  };
  for (const { startMs, endMs } of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    endIdleSpan(Math.min(startMs, to));
    busyUntil = Math.max(busyUntil, endMs);
  }
  endIdleSpan(to);
  return longest;
}
