import type { EpochMs } from '../base/time.ts';
import { isoTime } from './clock.ts';

export type JobKind = 'sync' | 'upload';
type StepName = 'Extract' | 'Load';

/** How a job will proceed, decided when it starts (for uploads, when their rows have been parsed). */
export interface JobPlan {
  readonly extractMs: number;
  readonly loadMs: number;
  readonly rows: number;
  /** Fails in `step` after `fraction` of the step's rows. */
  readonly failure?: { readonly step: StepName; readonly fraction: number; readonly message: string };
}

/** What the control port can set for a job. */
export interface JobScript {
  /** How the job ends: a running job immediately, a future job at its planned end. */
  readonly outcome?: 'fail' | 'complete';
  /** Any value for the job's status. */
  readonly status?: string;
  readonly message?: string;
}

/** A sync or an upload. Its status is computed from its plan and the time. */
export interface Job {
  readonly syncId: string;
  readonly entityId: string;
  readonly entityName: string;
  readonly sourceSystem: string;
  readonly kind: JobKind;
  readonly startedAt: EpochMs;
  /** Undefined while an upload's rows are being parsed. */
  plan: JobPlan | undefined;
  /** The number of parsed rows while there is no plan. */
  rowsRead: number;
  script: JobScript;
  /** The total duration set by the control port. */
  readonly scriptedDurationMs: number | undefined;
  /** Set when the control port ends the job. */
  forcedEnd: { readonly at: EpochMs; readonly outcome: 'fail' | 'complete' } | undefined;
  /** Whether requests for it get a 404. */
  isForgotten: boolean;
  /** Whether the connection has been updated after its end. */
  isSettled: boolean;
}

/** The end of the job; Infinity if unknown. */
export function jobEndsAt(job: Job): EpochMs {
  if (job.forcedEnd) {
    return job.forcedEnd.at;
  }
  if (!job.plan) {
    return Infinity;
  }
  return Math.round(job.startedAt + planDurationMs(job.plan));
}

/** How long a job with this plan takes, in milliseconds. */
export function planDurationMs({ extractMs, loadMs, failure }: JobPlan): number {
  if (failure === undefined) {
    return extractMs + loadMs;
  }
  return failure.step === 'Extract' ? extractMs * failure.fraction : extractMs + loadMs * failure.fraction;
}

/** Whether the job fails when it ends. */
export function jobFails(job: Job): boolean {
  return job.forcedEnd ? job.forcedEnd.outcome === 'fail' : job.plan?.failure !== undefined;
}

/** The job's status at a time. */
export function jobStatus(job: Job, now: EpochMs): string {
  const lastWord = jobFails(job) ? 'failed' : 'completed';
  return job.script.status ?? (now < jobEndsAt(job) ? 'running' : lastWord);
}

/** `data` of the status endpoint (contract, Sync status). Times in UTC, ISO 8601. */
export interface JobResponse {
  readonly syncId: string;
  readonly status: string;
  readonly message: string;
  readonly startedAt: string;
  readonly completedAt: string | null;
  readonly steps: readonly StepResponse[];
}

interface StepResponse {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly count: number;
  readonly startedAt: string;
  readonly completedAt: string | null;
}

/** The response about a job at a time. */
export function jobResponse(job: Job, now: EpochMs): JobResponse {
  const endsAt = jobEndsAt(job);
  const hasEnded = now >= endsAt;
  const steps = stepResponses(job, Math.min(now, endsAt), hasEnded);
  return {
    syncId: job.syncId,
    status: jobStatus(job, now),
    message: job.script.message ?? jobMessage(job, steps.at(-1), hasEnded),
    startedAt: isoTime(job.startedAt),
    completedAt: hasEnded ? isoTime(endsAt) : null,
    steps,
  };
}

function jobMessage(job: Job, lastStep: StepResponse | undefined, hasEnded: boolean): string {
  if (!hasEnded) {
    return `${lastStep?.name ?? 'Extract'} is running.`;
  }
  const subject = `${job.kind === 'sync' ? 'Sync of' : 'Upload to'} ${job.entityName}`;
  return jobFails(job)
    ? `${subject} failed. ${lastStep?.message ?? ''}`
    : `${subject} completed: ${rowsText(lastStep?.count ?? 0)} loaded.`;
}

/** The steps of a job, `at` a time not later than its end. */
function stepResponses(job: Job, at: EpochMs, hasEnded: boolean): readonly StepResponse[] {
  const rows = job.plan?.rows ?? job.rowsRead;
  const loadsFrom = Math.round(job.startedAt + (job.plan?.extractMs ?? Infinity));
  // A job that the control port completes early has loaded all rows.
  const isCompletedEarly = job.forcedEnd?.outcome === 'complete' && hasEnded;
  if (at < loadsFrom && !isCompletedEarly) {
    return [extractResponse(job, at, hasEnded)];
  }
  const extract: StepResponse = {
    name: 'Extract',
    status: 'completed',
    message: `Read ${rowsText(rows)} from ${source(job)}.`,
    count: rows,
    startedAt: isoTime(job.startedAt),
    completedAt: isoTime(Math.min(loadsFrom, at)),
  };
  return [extract, loadResponse(job, rows, { loadsFrom, at, hasEnded })];
}

/** The step Extract while it is running, or if the job has failed in it. */
function extractResponse(job: Job, at: EpochMs, hasEnded: boolean): StepResponse {
  const { plan } = job;
  const step = {
    name: 'Extract',
    count: plan ? share(plan.rows, (at - job.startedAt) / plan.extractMs) : job.rowsRead,
    startedAt: isoTime(job.startedAt),
  };
  return hasEnded && jobFails(job)
    ? { ...step, status: 'failed', message: failureText(job), completedAt: isoTime(at) }
    : { ...step, status: 'running', message: `Reading from ${source(job)}…`, completedAt: null };
}

function loadResponse(
  job: Job,
  rows: number,
  { loadsFrom, at, hasEnded }: { readonly loadsFrom: EpochMs; readonly at: EpochMs; readonly hasEnded: boolean },
): StepResponse {
  const hasFailed = hasEnded && jobFails(job);
  const hasLoaded = hasEnded && !hasFailed;
  const count = hasLoaded ? rows : share(rows, (at - loadsFrom) / (job.plan?.loadMs ?? Infinity));
  const step = { name: 'Load', count, startedAt: isoTime(Math.min(loadsFrom, at)) };
  if (hasLoaded) {
    return { ...step, status: 'completed', message: `Loaded ${rowsText(rows)}.`, completedAt: isoTime(at) };
  }
  if (hasFailed) {
    return { ...step, status: 'failed', message: failureText(job), completedAt: isoTime(at) };
  }
  const message = `Loaded ${formatCount(count)} of ${rowsText(rows)}…`;
  return { ...step, status: 'running', message, completedAt: null };
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

function rowsText(count: number): string {
  return count === 1 ? '1 row' : `${formatCount(count)} rows`;
}

function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}
