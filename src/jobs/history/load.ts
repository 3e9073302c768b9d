import type { EpochMs } from '../../base/time.ts';

/** When a job ran. */
export interface Span {
  readonly startMs: EpochMs;
  readonly endMs: EpochMs;
}

/** A part of the time, how many jobs ran at most at a moment of it, and the first such moment. */
export interface LoadPart {
  readonly startMs: EpochMs;
  readonly most: number;
  readonly mostAtMs: EpochMs;
}

/** How many jobs ran at a time, in parts of equal length. Jobs that touch do not overlap. */
export function loadOf(spans: readonly Span[], from: EpochMs, to: EpochMs, partCount: number): readonly LoadPart[] {
  const changes = spans
    .flatMap(({ startMs, endMs }) => [
      { at: startMs, by: 1 },
      { at: Math.max(endMs, startMs + 1), by: -1 },
    ])
    // An end before a start of the same moment.
    .sort((a, b) => a.at - b.at || a.by - b.by);
  const partMs = (to - from) / partCount;
  let running = 0;
  let next = 0;
  return Array.from({ length: partCount }, (_, part) => {
    const startMs = from + part * partMs;
    for (let change = changes[next]; change && change.at <= startMs; change = changes[next]) {
      running += change.by;
      next += 1;
    }
    let most = running;
    let mostAtMs = startMs;
    for (let change = changes[next]; change && change.at < startMs + partMs; change = changes[next]) {
      running += change.by;
      if (running > most) {
        most = running;
        mostAtMs = change.at;
      }
      next += 1;
    }
    return { startMs, most, mostAtMs };
  });
}

/** The longest time in which no job ran; undefined if one always did. */
export function longestQuiet(spans: readonly Span[], from: EpochMs, to: EpochMs): Span | undefined {
  let longest: Span | undefined;
  let busyUntil = from;
  const note = (endMs: EpochMs): void => {
    if (endMs - busyUntil > (longest ? longest.endMs - longest.startMs : 0)) {
      longest = { startMs: busyUntil, endMs };
    }
  };
  for (const { startMs, endMs } of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    note(Math.min(startMs, to));
    busyUntil = Math.max(busyUntil, endMs);
  }
  note(to);
  return longest;
}
