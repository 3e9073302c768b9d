import type { EpochMs } from '../base/time.ts';
import { isoTime } from './clock.ts';

export type JobKind = 'sync' | 'upload';
type StepName = 'Extract' | 'Load';

/** How a job will go, decided when it starts (an upload's, when its rows have been read). */
export interface JobPlan {
  readonly extractMs: number;
  readonly loadMs: number;
  readonly rows: number;
  /** Where it fails: in `step`, once `fraction` of the step's rows are through. */
  readonly failure?: { readonly step: StepName; readonly fraction: number; readonly message: string };
}

/** What the control port lays over a job. */
export interface JobScript {
  /** Ends the job so. For a job that runs: now; for one to come: at the end of its time. */
  readonly outcome?: 'fail' | 'complete';
  /** Shown as the job's status, whatever the word. */
  readonly status?: string;
  readonly message?: string;
}

/** A sync or an upload. What it answers follows from its plan and the time. */
export interface Job {
  readonly syncId: string;
  readonly entityId: string;
  readonly entityName: string;
  readonly sourceSystem: string;
  readonly kind: JobKind;
  readonly startedAt: EpochMs;
  /** Undefined while an upload's rows are still being read. */
  plan: JobPlan | undefined;
  /** Rows read so far, while there is no plan. */
  rowsRead: number;
  script: JobScript;
  /** How long it is to take in all, where the control port said so. */
  readonly scriptedDurationMs: number | undefined;
  /** When the control port ended it. */
  forcedEnd: { readonly at: EpochMs; readonly outcome: 'fail' | 'complete' } | undefined;
  /** Whether the service pretends not to know it. */
  isForgotten: boolean;
  /** Whether the connection has been told of its end. */
  isSettled: boolean;
}

/** When the job ends; Infinity while that is unknown. */
export function jobEndsAt(job: Job): EpochMs {
  if (job.forcedEnd) {
    return job.forcedEnd.at;
  }
  if (!job.plan) {
    return Infinity;
  }
  const { extractMs, loadMs, failure } = job.plan;
  const wholeMs =
    failure === undefined
      ? extractMs + loadMs
      : failure.step === 'Extract'
        ? extractMs * failure.fraction
        : extractMs + loadMs * failure.fraction;
  return Math.round(job.startedAt + wholeMs);
}

/** Whether the job fails, once it has ended. */
export function jobFails(job: Job): boolean {
  return job.forcedEnd ? job.forcedEnd.outcome === 'fail' : job.plan?.failure !== undefined;
}

/** The job's status word at a moment. */
export function jobWord(job: Job, now: EpochMs): string {
  const word = now < jobEndsAt(job) ? 'running' : jobFails(job) ? 'failed' : 'completed';
  return job.script.status ?? word;
}

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
