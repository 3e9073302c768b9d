import type { EpochMs } from '../../base/time.ts';
import { isRunning, jobStartedAt, jobState } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { jobDurationMs } from './jobSteps.ts';

/** One run of a connection. */
export interface Run {
  readonly job: Job;
  readonly startedAt: EpochMs;
  /** undefined while it runs, and where nobody said when it ended. */
  readonly durationMs: number | undefined;
  /** What its last counting step counted. */
  readonly count: number | undefined;
}

const MAX_RUNS = 30;

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
    .slice(-MAX_RUNS);
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

/** Fewer runs say nothing about what is usual. */
const MIN_RUNS = 3;
/** What a connection took long ago says little about today. */
const MEDIAN_OF_RUNS = 20;

/** How long jobs like this one usually take, in milliseconds; undefined while too little is known. */
export type UsualDurations = (job: Pick<Job, 'entityId' | 'kind'>) => number | undefined;

/** For each connection, and for its syncs and uploads apart, the median of the latest runs that went well. */
export function usualDurations(jobs: readonly Job[]): UsualDurations {
  const runs = new Map<string, { readonly startedAt: number; readonly durationMs: number }[]>();
  for (const job of jobs) {
    const durationMs = jobState(job) === 'succeeded' ? jobDurationMs(job, 0) : undefined;
    if (durationMs !== undefined && durationMs >= 0) {
      const key = keyOf(job);
      const known = runs.get(key) ?? [];
      runs.set(key, known);
      known.push({ startedAt: job.status?.startedAt ?? job.knownSince, durationMs });
    }
  }
  return (job) => {
    const latest = (runs.get(keyOf(job)) ?? []).toSorted((a, b) => b.startedAt - a.startedAt).slice(0, MEDIAN_OF_RUNS);
    return latest.length < MIN_RUNS ? undefined : median(latest.map(({ durationMs }) => durationMs));
  };
}

function keyOf({ entityId, kind }: Pick<Job, 'entityId' | 'kind'>): string {
  return `${kind}/${entityId}`;
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
