import type { EpochMs } from '../base/time.ts';

/** One step of a job (contract, Step). */
export interface JobStep {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  /** The contract does not say what it counts. */
  readonly count: number | undefined;
  readonly startedAt: EpochMs | undefined;
  readonly completedAt: EpochMs | undefined;
}

/** `data` of GET /connections/sync/{syncId}/status (contract, Sync status). */
export interface JobStatus {
  readonly syncId: string;
  readonly status: string;
  readonly message: string;
  readonly startedAt: EpochMs | undefined;
  readonly completedAt: EpochMs | undefined;
  readonly steps: readonly JobStep[];
}

/** The meaning of a status. `finished`: completed with a status that is not known, so the outcome is unknown. */
export type JobPhase = 'running' | 'succeeded' | 'failed' | 'finished';

const RUNNING = new Set([
  'running',
  'inprogress',
  'pending',
  'queued',
  'started',
  'starting',
  'processing',
  'waiting',
  'syncing',
  'scheduled',
]);
const SUCCEEDED = new Set(['completed', 'complete', 'succeeded', 'success', 'successful', 'done', 'ok']);
const FAILED = new Set([
  'failed',
  'failure',
  'error',
  'errored',
  'completedwitherrors',
  'partiallyfailed',
  'faulted',
  'rejected',
  'cancelled',
  'canceled',
  'aborted',
  'terminated',
  'timedout',
  'timeout',
]);

/** Lower case, letters only: `In-Progress` and `in_progress` are equal. */
function statusWord(status: string): string {
  const word = status.toLowerCase();
  // Most statuses are one plain word, for which a test is several times as fast as a replacement.
  return /^[a-z]*$/.test(word) ? word : word.replace(/[^\p{L}]/gu, '');
}

function firstWord(status: string): string {
  return /^\p{L}*/u.exec(status.trim().toLowerCase())?.[0] ?? '';
}

/** The phase of a job. A status of success is no success if a step failed, such as the load of some rows. */
export function jobPhase(job: JobStatus): JobPhase {
  const phase = phaseOf(job);
  return phase === 'succeeded' && failedStep(job) !== undefined ? 'failed' : phase;
}

/** The first of the `failedSteps`. */
export function failedStep({ steps }: Pick<JobStatus, 'steps'>): JobStep | undefined {
  return steps.find(hasFailedForGood);
}

/** The steps that failed, without those of which a later attempt, a step with the same name, succeeded. */
export function failedSteps({ steps }: Pick<JobStatus, 'steps'>): readonly JobStep[] {
  return steps.filter(hasFailedForGood);
}

function hasFailedForGood(step: JobStep, index: number, steps: readonly JobStep[]): boolean {
  const isSuccess = (later: JobStep, at: number) =>
    at > index && later.name === step.name && phaseOf(later) === 'succeeded';
  return phaseOf(step) === 'failed' && !steps.some(isSuccess);
}

/**
 * The phase that a status means. The contract leaves the set of statuses open: a known final status decides; otherwise `completedAt`,
 * which is null exactly while the work is running (contract, States and transitions).
 */
export function phaseOf({ status, completedAt }: Pick<JobStatus, 'status' | 'completedAt'>): JobPhase {
  const word = statusWord(status);
  if (FAILED.has(word)) {
    return 'failed';
  }
  if (SUCCEEDED.has(word)) {
    return 'succeeded';
  }
  if (completedAt === undefined) {
    return 'running';
  }
  // Such as "Failed: 3 rows". Any other status with a completion time, even a running one, means that the work ended in an unknown way.
  return FAILED.has(firstWord(status)) ? 'failed' : 'finished';
}

/** Whether the status is a known one, so that its phase says all. */
export function isKnownStatus(status: string): boolean {
  const word = statusWord(status);
  return RUNNING.has(word) || SUCCEEDED.has(word) || FAILED.has(word);
}

/** Whether the status says more about a failure than that there is one, as "Cancelled" and "Completed with errors" do. */
export function isSpecificFailure(status: string): boolean {
  return (
    (FAILED.has(statusWord(status)) || FAILED.has(firstWord(status))) &&
    !/^(failed|failure|error|errored)$/i.test(status.trim())
  );
}
