/** Wall-clock time, in milliseconds since the Unix epoch (UTC). */
export type EpochMs = number;

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/**
 * Parses an ISO 8601 timestamp, also with a space for the T; without a time zone it is UTC. Undefined for anything else, and for a time
 * before 1970, such as `0001-01-01T00:00:00Z`, which programs write for one that is not set.
 */
export function parseTimestamp(text: unknown): EpochMs | undefined {
  // Date.parse also accepts "1" and "May".
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}[T ]\d/i.test(text)) {
    return undefined;
  }
  const iso = text.toUpperCase().replace(' ', 'T');
  const zone = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/.exec(iso)?.[0];
  const ms = Date.parse(iso + missingZonePart(zone));
  return ms > 0 ? ms : undefined;
}

/** `Date.parse` takes no time zone without minutes. */
function missingZonePart(zone: string | undefined): string {
  if (zone === undefined) {
    return 'Z';
  }
  return zone.length === '+00'.length ? ':00' : '';
}

/** ISO 8601 in UTC; undefined if unknown, or beyond what a date can be. */
export function isoTime(moment: EpochMs | undefined): string | undefined {
  return moment === undefined || !(Math.abs(moment) <= 8.64e15) ? undefined : new Date(moment).toISOString();
}

/**
 * The texts of times relative to `now`, in the given language: "5 min. ago", "in 2 hr.", "1 day ago"; "now" within a minute. `long`: in
 * full words, for sentences and screen readers ("5 minutes ago", "this minute").
 */
export function relativeTimesIn(
  language: string,
  style: 'short' | 'long' = 'short',
): (moment: EpochMs, now: EpochMs) => string {
  const formats: { auto?: Intl.RelativeTimeFormat; always?: Intl.RelativeTimeFormat } = {};
  return (moment, now) => {
    const { value, unit } = distanceOf(moment - now);
    // "now", but not "yesterday", which is a calendar day: 47 hours ago may have been the day before.
    const numeric = unit === 'second' ? 'auto' : 'always';
    formats[numeric] ??= new Intl.RelativeTimeFormat(language, { style, numeric });
    // "Failed now" is not English.
    return formats[numeric].format(value, style === 'long' && unit === 'second' ? 'minute' : unit);
  };
}

/** The first moment after `now` at which the text of a relative time changes. */
export function relativeTimeValidUntil(moment: EpochMs, now: EpochMs): EpochMs {
  const { value, unitMs } = distanceOf(moment - now);
  if (unitMs === 0) {
    return moment + MINUTE_MS;
  }
  // Rounded toward now: a future time reads "in 2 min." down to exactly 2 min., a past one "2 min. ago" up to almost 3 min.
  return value > 0 ? moment - value * unitMs + 1 : moment + (1 - value) * unitMs;
}

interface Distance {
  readonly value: number;
  readonly unit: 'second' | 'minute' | 'hour' | 'day';
  /** 0 within a minute. */
  readonly unitMs: number;
}

function distanceOf(differenceMs: number): Distance {
  const distanceMs = Math.abs(differenceMs);
  if (distanceMs < MINUTE_MS) {
    return { value: 0, unit: 'second', unitMs: 0 };
  }
  if (distanceMs < HOUR_MS) {
    return { value: Math.trunc(differenceMs / MINUTE_MS), unit: 'minute', unitMs: MINUTE_MS };
  }
  if (distanceMs < DAY_MS) {
    return { value: Math.trunc(differenceMs / HOUR_MS), unit: 'hour', unitMs: HOUR_MS };
  }
  return { value: Math.trunc(differenceMs / DAY_MS), unit: 'day', unitMs: DAY_MS };
}

/** A delay in whole units of one kind: "2 h", "3 days". `long`: in full words, for screen readers ("2 hours"). */
export function delayText(delayMs: number, language: string, style: 'short' | 'long' = 'short'): string {
  const { value, unit, unitMs } = distanceOf(Math.max(MINUTE_MS, delayMs));
  return style === 'short' && unit !== 'day'
    ? durationText(value * unitMs)
    : new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}

/** A duration in at most two units: "8 s", "2 min 5 s", "3 h 4 min". Negative ones, from clocks that differ, are "0 s". */
export function durationText(durationMs: number): string {
  const seconds = Math.max(0, Math.round(durationMs / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours > 0) {
    return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  }
  if (minutes > 0) {
    return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  }
  return `${seconds} s`;
}
