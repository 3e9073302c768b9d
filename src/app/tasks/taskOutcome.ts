import { jobState } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';

/**
 * How a task ended.
 * - `failed`: a job failed, or data has problems that prevent an upload.
 * - `notStarted`: nothing was started: the user or the service declined, or the definition, the account or a file can't be used.
 * - `unknown`: it is not known whether something was started, or how a job ended.
 * - `stopped`: the user ended the task.
 */
export type TaskOutcome = 'completed' | 'failed' | 'notStarted' | 'timedOut' | 'unknown' | 'stopped';

/** Documented in `docs/guide/tasks.md`: scripts and other tasks depend on them. */
export const EXIT_CODES: Readonly<Record<TaskOutcome, number>> = {
  completed: 0,
  failed: 1,
  notStarted: 2,
  timedOut: 3,
  unknown: 4,
  // As a shell reports Ctrl+C.
  stopped: 130,
};

/** What is unknown must not be hidden: it may be loaded twice if the task is run again. */
const WORST_FIRST: readonly TaskOutcome[] = ['unknown', 'stopped', 'failed', 'timedOut', 'notStarted'];

/** How a task with several files ended. */
export function worstOutcome(outcomes: readonly TaskOutcome[]): TaskOutcome {
  return WORST_FIRST.find((outcome) => outcomes.includes(outcome)) ?? 'completed';
}

/** What a job that is no longer polled means for the task that started it. */
export function outcomeOfJob(job: Job): TaskOutcome {
  switch (jobState(job)) {
    case 'succeeded':
      return 'completed';
    case 'failed':
      return 'failed';
    case 'finished':
    case 'lost':
    case 'running':
      return 'unknown';
  }
}
