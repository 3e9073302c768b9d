import { DAY_MS, MINUTE_MS } from '../../base/time.ts';
import type { EpochMs } from '../../base/time.ts';

const STEPS_S = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400];
const MAX_TICKS = 6;
/** Enough space for a duration such as "1 h 30 min". */
const TICK_PX = 64;
/** Enough space for a date or a time, and for both. */
const MOMENT_PX = 110;
const DATE_AND_TIME_PX = 140;
/** Time zones differ by multiples of this. */
const QUARTER_HOUR_MS = 15 * MINUTE_MS;

/**
 * The ticks of an axis of durations, in milliseconds: round values from 0 up to the longest duration.
 * @param widthPx the width of a horizontal axis, which limits the number of labels.
 */
export function durationTicks(longestMs: number, widthPx = Infinity): readonly number[] {
  const maxTicks = Math.max(2, Math.min(MAX_TICKS, Math.floor(widthPx / TICK_PX)));
  const longestS = Math.max(1, longestMs / 1000);
  const day = 86_400;
  const stepS = STEPS_S.find((step) => longestS / step < maxTicks) ?? Math.ceil(longestS / day / maxTicks) * day;
  return multiples(stepS, longestS).map((seconds) => seconds * 1000);
}

/**
 * The labels of the given runs, oldest first: the date for the first run of each day and the time for the others. If there are several
 * runs, all on the same day, every label is a time.
 */
export function runTicks(runs: readonly { readonly date: string; readonly time: string }[]): readonly string[] {
  const isSameDay = runs.length > 1 && new Set(runs.map(({ date }) => date)).size === 1;
  return runs.map(({ date, time }, index) => (isSameDay || date === runs[index - 1]?.date ? time : date));
}

/** The ticks of an axis of counts: round values from 0 up to the largest count. */
export function countTicks(largest: number): readonly number[] {
  const minStep = Math.max(1, largest / 5);
  const power = 10 ** Math.floor(Math.log10(minStep));
  const step = [1, 2, 5].map((factor) => factor * power).find((candidate) => candidate >= minStep) ?? 10 * power;
  return multiples(step, largest);
}

interface TimeSpan {
  readonly startMs: EpochMs;
  /** Null if it has not ended. */
  readonly endMs: EpochMs | null;
}

/** The ends of an axis that shows spans up to now. If the clock of the service is fast, the spans can be later than now. */
export function axisOfSpans(
  spans: readonly TimeSpan[],
  nowMs: EpochMs,
): { readonly from: EpochMs; readonly to: EpochMs } {
  const to = Math.max(nowMs, ...spans.map(({ startMs, endMs }) => endMs ?? startMs));
  return { from: Math.min(to - 1000, ...spans.map(({ startMs }) => startMs)), to };
}

interface MomentTick {
  readonly at: EpochMs;
  readonly text: string;
  readonly anchor: 'start' | 'middle' | 'end';
}

/**
 * Evenly spaced ticks from one end of the axis to the other. Their labels are times, with seconds if the ticks are less than a minute apart;
 * if the axis spans a day or more, they are dates, with times if the ticks are less than a day apart.
 */
export function momentTicks(
  from: EpochMs,
  to: EpochMs,
  { language, timeZone }: { readonly language: string; readonly timeZone: string },
  widthPx: number,
): readonly MomentTick[] {
  const hasDates = to - from >= DAY_MS;
  const count = Math.max(2, Math.min(MAX_TICKS, Math.floor(widthPx / (hasDates ? DATE_AND_TIME_PX : MOMENT_PX))));
  const stepMs = (to - from) / (count - 1);
  const format = new Intl.DateTimeFormat(language, { ...momentStyle(hasDates, stepMs), timeZone });
  return Array.from({ length: count }, (_, index) => {
    const at = from + index * stepMs;
    const anchorAfterStart = index === count - 1 ? 'end' : 'middle';
    return { at, text: format.format(at), anchor: index === 0 ? 'start' : anchorAfterStart };
  });
}

function momentStyle(hasDates: boolean, stepMs: number): Intl.DateTimeFormatOptions {
  if (!hasDates) {
    return { timeStyle: stepMs < MINUTE_MS ? 'medium' : 'short' };
  }
  return stepMs < DAY_MS
    ? { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }
    : { dateStyle: 'medium' };
}

/** The full hours of a time range that are multiples of `every` in the time zone, such as 0:00, 6:00, 12:00 and 18:00. */
export function fullHours(
  fromMs: number,
  toMs: number,
  { every, timeZone }: { readonly every: number; readonly timeZone: string },
): readonly number[] {
  const time = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: 'numeric', hourCycle: 'h23', timeZone });
  const first = Math.ceil(fromMs / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
  const count = Math.max(0, Math.ceil((toMs - first) / QUARTER_HOUR_MS));
  return Array.from({ length: count }, (_, index) => first + index * QUARTER_HOUR_MS).filter((at) => {
    const [hour = 0, minute] = time.format(at).split(':').map(Number);
    return minute === 0 && hour % every === 0;
  });
}

/** The multiples of `step` from 0 up to `largest`. */
function multiples(step: number, largest: number): readonly number[] {
  return Array.from({ length: Math.floor(largest / step) + 1 }, (_, index) => index * step);
}
