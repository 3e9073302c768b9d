import type { EpochMs } from '../../base/time.ts';
import { isRunning, jobStartedAt, jobState } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { jobDurationMs } from './jobSteps.ts';

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

/** The latest jobs of the same connection and kind, including this one, oldest first. */
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
    .slice(-MAX_RUNS);
}

/** The first `atMost` jobs of each connection, by its ID, in the given order. */
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

/** Those of the jobs of a connection that have ended, oldest first, at most so many. `jobs`: running ones, then the latest to end first. */
export function latestEnded(jobs: readonly Job[], atMost: number): readonly Job[] {
  return jobs
    .filter((job) => !isRunning(job))
    .slice(0, atMost)
    .toReversed();
}

/** Fewer runs are no basis for an estimate. */
const MIN_RUNS = 3;
/** Older runs say little about the next one. */
const MEDIAN_OF_RUNS = 20;

/** How long a job like this usually takes, in ms; undefined with too few runs. */
export type UsualDurations = (job: Pick<Job, 'entityId' | 'kind'>) => number | undefined;

/** The median of the latest successful runs, per connection and kind. */
export function usualDurations(jobs: readonly Job[]): UsualDurations {
  const runs = new Map<string, { readonly startedAt: number; readonly durationMs: number }[]>();
  for (const job of jobs) {
    const durationMs = jobState(job) === 'succeeded' ? jobDurationMs(job, 0) : undefined;
    if (durationMs !== undefined && durationMs >= 0) {
      const key = runKey(job);
      const known = runs.get(key) ?? [];
      runs.set(key, known);
      known.push({ startedAt: job.status?.startedAt ?? job.knownSince, durationMs });
    }
  }
  return (job) => {
    const latest = (runs.get(runKey(job)) ?? []).toSorted((a, b) => b.startedAt - a.startedAt).slice(0, MEDIAN_OF_RUNS);
    return latest.length < MIN_RUNS ? undefined : median(latest.map(({ durationMs }) => durationMs));
  };
}

/** Equal for jobs of the same connection and kind, whose durations are comparable. */
export function runKey({ entityId, kind }: Pick<Job, 'entityId' | 'kind'>): string {
  return `${kind}/${entityId}`;
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
