import type { EpochMs } from '../base/time.ts';
import { isoTime } from './isoTime.ts';
import { jobEndsAt, jobFails, jobWord } from './job.ts';
import type { Job, JobKind } from './job.ts';

/** `data` of the status endpoint (contract, Sync status). Times in UTC, ISO 8601. */
export interface JobAnswer {
  readonly syncId: string;
  readonly status: string;
  readonly message: string;
  readonly startedAt: string;
  readonly completedAt: string | null;
  readonly steps: readonly StepAnswer[];
}

interface StepAnswer {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly count: number;
  readonly startedAt: string;
  readonly completedAt: string | null;
}

/** What the service answers about a job at a moment. */
export function answerJob(job: Job, now: EpochMs): JobAnswer {
  const endsAt = jobEndsAt(job);
  const hasEnded = now >= endsAt;
  const steps = answerSteps(job, Math.min(now, endsAt), hasEnded);
  const lastStep = steps.at(-1);
  const message =
    hasEnded && !jobFails(job)
      ? `${capitalised(job.kind)} of ${job.entityName} completed: ${formatCount(lastStep?.count ?? 0)} rows loaded.`
      : hasEnded
        ? `${capitalised(job.kind)} of ${job.entityName} failed. ${lastStep?.message ?? ''}`
        : `${lastStep?.name ?? 'Extract'} is running.`;
  return {
    syncId: job.syncId,
    status: jobWord(job, now),
    message: job.script.message ?? message,
    startedAt: isoTime(job.startedAt),
    completedAt: hasEnded ? isoTime(endsAt) : null,
    steps,
  };
}

function answerSteps(job: Job, at: EpochMs, hasEnded: boolean): readonly StepAnswer[] {
  const isBroken = hasEnded && jobFails(job);
  const extractMs = job.plan?.extractMs ?? Infinity;
  const loadsFrom = Math.round(job.startedAt + extractMs);
  // Ended by hand before its time, a job that completed has loaded all its rows all the same.
  const isCutShort = job.forcedEnd?.outcome === 'complete';
  const rows = job.plan?.rows ?? job.rowsRead;
  const isLoading = at >= loadsFrom || (isCutShort && hasEnded);
  const extract: StepAnswer = {
    name: 'Extract',
    count: isLoading ? rows : job.plan ? share(rows, (at - job.startedAt) / extractMs) : job.rowsRead,
    startedAt: isoTime(job.startedAt),
    ...(isLoading
      ? {
          status: 'completed',
          message: `Read ${formatCount(rows)} rows from ${source(job)}.`,
          completedAt: isoTime(Math.min(loadsFrom, at)),
        }
      : isBroken
        ? { status: 'failed', message: failureText(job), completedAt: isoTime(at) }
        : { status: 'running', message: `Reading from ${source(job)}…`, completedAt: null }),
  };
  if (!isLoading) {
    return [extract];
  }
  const hasLoaded = hasEnded && !isBroken;
  const count = hasLoaded ? rows : share(rows, (at - loadsFrom) / (job.plan?.loadMs ?? Infinity));
  const load: StepAnswer = {
    name: 'Load',
    count,
    startedAt: isoTime(Math.min(loadsFrom, at)),
    ...(hasLoaded
      ? { status: 'completed', message: `Loaded ${formatCount(rows)} rows.`, completedAt: isoTime(at) }
      : isBroken
        ? { status: 'failed', message: failureText(job), completedAt: isoTime(at) }
        : {
            status: 'running',
            message: `Loaded ${formatCount(count)} of ${formatCount(rows)} rows…`,
            completedAt: null,
          }),
  };
  return [extract, load];
}

function failureText(job: Job): string {
  return job.script.message ?? job.plan?.failure?.message ?? 'The step was stopped by an error of the target.';
}

function source(job: Job): string {
  return job.kind === 'upload' ? 'the uploaded data' : job.sourceSystem;
}

function share(rows: number, fraction: number): number {
  return Math.floor(rows * Math.min(1, Math.max(0, Number.isNaN(fraction) ? 1 : fraction)));
}

function capitalised(kind: JobKind): string {
  return kind === 'sync' ? 'Sync' : 'Upload';
}

function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}
