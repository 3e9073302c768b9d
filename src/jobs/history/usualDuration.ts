import { jobState } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { jobDurationMs } from './stepState.ts';

/** Fewer runs say nothing about what is usual. */
const MIN_RUNS = 3;
/** What a connection took long ago says little about today. */
const LATEST_RUNS = 20;

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
    const latest = (runs.get(keyOf(job)) ?? []).toSorted((a, b) => b.startedAt - a.startedAt).slice(0, LATEST_RUNS);
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
