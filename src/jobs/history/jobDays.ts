import type { EpochMs } from '../../base/time.ts';
import { isRunning } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { jobEndedAt } from './jobOrder.ts';

/** The jobs that ended on one day of this machine's calendar. */
export interface JobDay {
  /** `2026-11-20`. */
  readonly date: string;
  /** How many calendar days ago: 0 is today, 1 yesterday. A clock that is ahead of ours makes no day of its own. */
  readonly daysAgo: number;
  /** A moment of that day, to name it by. */
  readonly moment: EpochMs;
  readonly jobs: readonly Job[];
}

export interface JobsByDay {
  readonly running: readonly Job[];
  /** The latest day first. */
  readonly days: readonly JobDay[];
}

/** Puts running jobs first and ended ones under the day they ended on. Within each the order stays as it was. */
export function jobsByDay(jobs: readonly Job[], now: EpochMs): JobsByDay {
  const days = new Map<string, { readonly moment: EpochMs; readonly jobs: Job[] }>();
  for (const job of jobs.filter((one) => !isRunning(one))) {
    const moment = Math.min(jobEndedAt(job), now);
    const date = calendarDate(moment);
    const day = days.get(date) ?? { moment, jobs: [] };
    days.set(date, day);
    day.jobs.push(job);
  }
  return {
    running: jobs.filter(isRunning),
    days: Array.from(days, ([date, day]) => ({ date, daysAgo: daysBetween(day.moment, now), ...day })).sort(
      (a, b) => a.daysAgo - b.daysAgo,
    ),
  };
}

function calendarDate(moment: EpochMs): string {
  const date = new Date(moment);
  const twoDigits = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

function daysBetween(before: EpochMs, now: EpochMs): number {
  // Counted in UTC, where every day is as long as another.
  const dayNumber = (moment: EpochMs): number => {
    const date = new Date(moment);
    return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
  };
  return dayNumber(now) - dayNumber(before);
}
