import type { EpochMs } from '../base/time.ts';

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
