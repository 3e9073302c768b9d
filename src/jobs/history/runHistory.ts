import type { EpochMs } from '../../base/time.ts';
import { isRunning, jobStartedAt } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { jobDurationMs } from './stepState.ts';

/** One run of a connection. */
export interface Run {
  readonly job: Job;
  readonly startedAt: EpochMs;
  /** undefined while it runs, and where nobody said when it ended. */
  readonly durationMs: number | undefined;
  /** What its last counting step counted. */
  readonly count: number | undefined;
}

const LATEST_RUNS = 30;

/** The latest jobs of the same connection and kind, this one among them, the oldest first. */
export function runHistory(jobs: readonly Job[], job: Job): readonly Run[] {
  return jobs
    .filter(({ entityId, kind }) => entityId === job.entityId && kind === job.kind)
    .map((one) => ({
      job: one,
      startedAt: jobStartedAt(one),
      durationMs: isRunning(one) ? undefined : jobDurationMs(one, 0),
      count: one.status?.steps.findLast(({ count }) => count !== undefined)?.count,
    }))
    .sort((a, b) => a.startedAt - b.startedAt || (a.job.syncId < b.job.syncId ? -1 : 1))
    .slice(-LATEST_RUNS);
}

/** The latest jobs of each connection, by its id; in the order in which they are given. */
export function latestByConnection(jobs: readonly Job[], atMost: number): ReadonlyMap<string, readonly Job[]> {
  const latest = new Map<string, Job[]>();
  for (const job of jobs) {
    const known = latest.get(job.entityId) ?? [];
    latest.set(job.entityId, known);
    if (known.length < atMost) {
      known.push(job);
    }
  }
  return latest;
}
