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

/**
 * The phase of a job or step. The contract leaves the set of statuses open: a known final status decides; otherwise
 * `completedAt`, which is null exactly while the work is running (contract, States and transitions).
 */
export function jobPhase({ status, completedAt }: Pick<JobStatus, 'status' | 'completedAt'>): JobPhase {
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
  // Also for a running status with a completion time: the work is over, but the outcome is unknown.
  return 'finished';
}

/** Whether the status is a known one, so that its phase says all. */
export function isKnownStatus(status: string): boolean {
  const word = statusWord(status);
  return RUNNING.has(word) || SUCCEEDED.has(word) || FAILED.has(word);
}

/** Whether the status says only that the work failed. "Cancelled" and "Completed with errors" say more. */
export function isPlainFailure(status: string): boolean {
  return /^(failed|failure|error|errored)$/i.test(status.trim());
}
