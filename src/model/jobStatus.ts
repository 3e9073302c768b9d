import type { EpochMs } from '../base/time.ts';

/** One step of a job (contract, Step). */
export interface JobStep {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  /** What it counts is not stated by the contract. */
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

/**
 * What a status word means for us. `finished` is a word we do not know, on a job that has completed: it is over, and
 * nothing is claimed about how.
 */
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
  ...['failed', 'failure', 'error', 'errored', 'completedwitherrors', 'partiallyfailed', 'faulted', 'rejected'],
  ...['cancelled', 'canceled', 'aborted', 'terminated', 'timedout', 'timeout'],
]);

/** Lower case, letters only: `In-Progress` and `in_progress` are one word. */
function statusWord(status: string): string {
  return status.toLowerCase().replace(/[^\p{L}]/gu, '');
}

/**
 * Reads a job's or step's state. The contract leaves the set of words open, so a word we know decides when it is final;
 * otherwise `completedAt` does, which is null exactly while the work runs (contract, States and transitions).
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
  // A running word with a completion time contradicts itself: the work is over, how is unknown.
  return 'finished';
}

/** Whether the word itself is known, so that showing it as it came would tell nobody anything new. */
export function isKnownStatus(status: string): boolean {
  const word = statusWord(status);
  return RUNNING.has(word) || SUCCEEDED.has(word) || FAILED.has(word);
}

/** Whether the word says no more than that the work failed. "Cancelled" and "Completed with errors" say more. */
export function isPlainFailure(status: string): boolean {
  return /^(failed|failure|error|errored)$/i.test(status.trim());
}
