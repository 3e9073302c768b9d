import { env, l10n } from 'vscode';
import { once } from '../../base/lazy.ts';
import { relativeTimesIn } from '../../base/time.ts';
import type { EpochMs } from '../../base/time.ts';

// Numbers, sizes and times in the language of the window.

// For the texts of many rows: creating a format takes a hundred times as long as using it.
const counts = once(() => new Intl.NumberFormat(env.language));
const times = once(() => new Intl.DateTimeFormat(env.language, { timeStyle: 'short' }));
const dateTimes = {
  short: once(() => new Intl.DateTimeFormat(env.language, { dateStyle: 'medium', timeStyle: 'short' })),
  medium: once(() => new Intl.DateTimeFormat(env.language, { dateStyle: 'medium', timeStyle: 'medium' })),
};

/** Relative times, short for rows and in full words for sentences and screen readers. */
export const relativeTimes = { short: relativeTimesIn(env.language), long: relativeTimesIn(env.language, 'long') };

const UNITS = [
  { unit: 'kilobyte', bytesPerUnit: 1e3 },
  { unit: 'megabyte', bytesPerUnit: 1e6 },
  { unit: 'gigabyte', bytesPerUnit: 1e9 },
] as const;

/** "812 bytes", "12.3 MB", in the user's language. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) {
    return bytes === 1 ? l10n.t('1 byte') : l10n.t('{0} bytes', bytes);
  }
  // 999,950 bytes are rounded to 1 MB, not to 1,000 kB.
  const { unit, bytesPerUnit } = UNITS.find((one) => bytes < 999.95 * one.bytesPerUnit) ?? UNITS[2];
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(env.language, format).format(bytes / bytesPerUnit);
}

export function numberText(count: number): string {
  return counts().format(count);
}

/** "45%": how much of a whole is done. */
export function percentText(done: number, whole: number): string {
  return l10n.t('{0}%', Math.min(100, Math.floor((100 * done) / Math.max(1, whole))));
}

export function rowsText(count: number): string {
  if (count === 0) {
    // A text of its own, because 0 takes the singular in French.
    return l10n.t('0 rows');
  }
  return count === 1 ? l10n.t('1 row') : l10n.t('{0} rows', numberText(count));
}

/** Names, separated as in the user's language. */
export function listText(names: readonly string[]): string {
  return new Intl.ListFormat(env.language, { type: 'unit', style: 'short' }).format(names);
}

/** Date and time in the format used everywhere, with seconds where several times are compared. */
export function dateTimeText(moment: EpochMs, { withSeconds = false } = {}): string {
  return dateTimes[withSeconds ? 'medium' : 'short']().format(moment);
}

/** Date and time, with the relative time in parentheses. */
export function momentText(moment: EpochMs, now: EpochMs): string {
  return `${dateTimeText(moment)} (${relativeTimes.short(moment, now)})`;
}

/** As `momentText`, for something that has happened: not in the future, even if the clock of the service is fast. */
export function pastMomentText(moment: EpochMs, now: EpochMs): string {
  return momentText(moment, Math.max(moment, now));
}

export function timeText(moment: EpochMs): string {
  return times().format(moment);
}

/** The time of day, with the date unless it is today. */
export function clockText(moment: EpochMs, now: EpochMs): string {
  const isToday = new Date(moment).toDateString() === new Date(now).toDateString();
  return isToday ? timeText(moment) : dateTimeText(moment);
}
