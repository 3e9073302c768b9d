import { DAY_MS } from '../../base/time.ts';
import type { EpochMs } from '../../base/time.ts';
import { isRunning, jobEndedAt } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';

/** The jobs that ended on one local calendar day. */
export interface JobDay {
  /** `2026-11-20`. */
  readonly date: string;
  /** Calendar days ago: 0 is today, 1 yesterday. Times in the future, from a clock that is ahead, count as today. */
  readonly daysAgo: number;
  /** A time on that day, for formatting its name. */
  readonly moment: EpochMs;
  readonly jobs: readonly Job[];
}

export interface JobsByDay {
  readonly running: readonly Job[];
  /** Latest day first. */
  readonly days: readonly JobDay[];
}

/** Separates running jobs, and groups the others by the day they ended. Keeps the order within each. */
export function jobsByDay(jobs: readonly Job[], now: EpochMs): JobsByDay {
  const days = new Map<string, { readonly moment: EpochMs; readonly jobs: Job[] }>();
  const running: Job[] = [];
  let last: CalendarDay | undefined;
  for (const job of jobs) {
    if (isRunning(job)) {
      running.push(job);
      continue;
    }
    const moment = Math.min(jobEndedAt(job), now);
    // Most jobs ended on the same day as the one before: comparing numbers is cheaper than computing a date.
    last = last && last.from <= moment && moment < last.to ? last : calendarDay(moment);
    const day = days.get(last.date) ?? { moment, jobs: [] };
    days.set(last.date, day);
    day.jobs.push(job);
  }
  return {
    running,
    days: Array.from(days, ([date, day]) => ({ date, daysAgo: daysBetween(day.moment, now), ...day })).sort(
      (a, b) => a.daysAgo - b.daysAgo,
    ),
  };
}

interface CalendarDay {
  /** `2026-11-20`. */
  readonly date: string;
  readonly from: EpochMs;
  /** When the next day begins. */
  readonly to: EpochMs;
}

function calendarDay(moment: EpochMs): CalendarDay {
  const day = new Date(moment);
  const [year, month, date] = [day.getFullYear(), day.getMonth(), day.getDate()];
  const twoDigits = (part: number): string => String(part).padStart(2, '0');
  return {
    date: `${year}-${twoDigits(month + 1)}-${twoDigits(date)}`,
    from: new Date(year, month, date).getTime(),
    to: new Date(year, month, date + 1).getTime(),
  };
}

function daysBetween(before: EpochMs, now: EpochMs): number {
  // In UTC, where all days have the same length.
  const dayNumber = (moment: EpochMs): number => {
    const date = new Date(moment);
    return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
  };
  return dayNumber(now) - dayNumber(before);
}
