import type { EpochMs } from '../../base/time.ts';
import { isRunning, jobEndedAt } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';

/** Running jobs first, then ended ones; in both the newest first. An answer never moves a job that still runs. */
export function sortJobs(jobs: readonly Job[]): Job[] {
  return [...jobs].sort(
    (a, b) => Number(isRunning(b)) - Number(isRunning(a)) || moment(b) - moment(a) || (a.syncId < b.syncId ? -1 : 1),
  );
}

function moment(job: Job): EpochMs {
  return isRunning(job) ? job.knownSince : jobEndedAt(job);
}

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

/** Which jobs the view shows. */
export interface JobFilter {
  /** Words that all have to be found, in any order and case; '' lets everything pass. */
  readonly text: string;
  /** Only the jobs of this connection. */
  readonly entityId: string | undefined;
}

export const NO_FILTER: JobFilter = { text: '', entityId: undefined };

export function isFiltering({ text, entityId }: JobFilter): boolean {
  return text.trim() !== '' || entityId !== undefined;
}

/** Looks for the words where a person would: the connection, the file, the ids, the state and what the service said. */
export function filterJobs(jobs: readonly Job[], { text, entityId }: JobFilter): readonly Job[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && entityId === undefined) {
    return jobs;
  }
  return jobs.filter((job) => {
    if (entityId !== undefined && job.entityId !== entityId) {
      return false;
    }
    const haystack = textOf(job);
    return words.every((word) => haystack.includes(word));
  });
}

function textOf({ entityName, entityId, syncId, kind, source, status, startMessage }: Job): string {
  const said = status === undefined ? [startMessage] : [status.status, status.message];
  return [entityName, entityId, syncId, kind, source?.name ?? '', ...said].join('\n').toLowerCase();
}
