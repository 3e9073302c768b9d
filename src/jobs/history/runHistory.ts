import { compareValues } from '../../base/lists.ts';
import type { EpochMs } from '../../base/time.ts';
import { isRunning, jobStartedAt } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { endedDurationMs } from './jobSteps.ts';

/** A run of a connection. */
export interface Run {
  readonly job: Job;
  readonly startedAt: EpochMs;
  /** In ms; undefined while it runs or if its end is unknown. */
  readonly durationMs: number | undefined;
  /** The count of the last step that has one. */
  readonly count: number | undefined;
}

const MAX_RUNS = 30;

/** The latest jobs of the same connection and kind, including the job itself, oldest first. */
export function runHistory(jobs: readonly Job[], job: Pick<Job, 'entityId' | 'kind'>): readonly Run[] {
  return jobs
    .filter(({ entityId, kind }) => entityId === job.entityId && kind === job.kind)
    .map((one) => ({
      job: one,
      startedAt: jobStartedAt(one),
      durationMs: isRunning(one) ? undefined : endedDurationMs(one),
      count: one.status?.steps.findLast(({ count }) => count !== undefined)?.count,
    }))
    .sort((a, b) => a.startedAt - b.startedAt || compareValues(a.job.syncId, b.job.syncId))
    .slice(-MAX_RUNS);
}

/** The latest `atMost` jobs that have ended, oldest first. `jobs`: those of a connection, in the order of `compareJobs`. */
export function latestEnded(jobs: readonly Job[], atMost: number): readonly Job[] {
  return jobs
    .filter((job) => !isRunning(job))
    .slice(0, atMost)
    .toReversed();
}
