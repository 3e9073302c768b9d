import type { EpochMs } from '../../base/time.ts';
import { jobStartedAt, jobState } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { endedDurationMs } from './jobSteps.ts';

/** Fewer runs are no basis for an estimate. */
const MIN_RUNS = 3;
/** Older runs say little about the next one. */
const MAX_RUNS = 20;

/** How long a job like this usually takes, in ms; undefined with too few runs. */
export type UsualDurations = (job: ComparableJob) => number | undefined;

type ComparableJob = Pick<Job, 'entityId' | 'kind'> & Partial<Pick<Job, 'source'>>;

/** The typical range of the durations of a connection's runs, in ms. */
export interface DurationBand {
  /** The 10th percentile. */
  readonly lowMs: number;
  readonly medianMs: number;
  /** The 90th percentile. */
  readonly highMs: number;
  readonly runCount: number;
}

/** The durations of the latest successful runs of one kind; undefined with too few runs. `jobs`: those of the connection. */
export function usualBand(jobs: readonly Job[], kind: Job['kind']): DurationBand | undefined {
  const durations = latestDurations(jobs.flatMap((job) => (job.kind === kind ? (timedRun(job) ?? []) : [])));
  if (durations === undefined) {
    return undefined;
  }
  const [lowMs = 0, medianMs = 0, highMs = 0] = [0.1, 0.5, 0.9].map((share) => quantile(durations, share));
  return { lowMs, medianMs, highMs, runCount: durations.length };
}

/** Interpolates linearly between the two nearest values. */
function quantile(sorted: readonly number[], share: number): number {
  const rank = (sorted.length - 1) * share;
  const [low = 0, high = 0] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]];
  return low + (high - low) * (rank - Math.floor(rank));
}

/** The median duration of the latest successful runs that can be compared with the job (`runKey`), in ms; undefined with too few. */
export function usualDuration(jobs: readonly Job[], job: ComparableJob): number | undefined {
  const key = runKey(job);
  const durations = latestDurations(jobs.flatMap((other) => (runKey(other) === key ? (timedRun(other) ?? []) : [])));
  return durations && quantile(durations, 0.5);
}

interface TimedRun {
  readonly startedAt: EpochMs;
  readonly durationMs: number;
}

/** Undefined unless the job succeeded. */
function timedRun(job: Job): TimedRun | undefined {
  const durationMs = jobState(job) === 'succeeded' ? endedDurationMs(job) : undefined;
  return durationMs === undefined || durationMs < 0 ? undefined : { startedAt: jobStartedAt(job), durationMs };
}

/** The durations of the latest runs, sorted; undefined with too few runs. */
function latestDurations(runs: readonly TimedRun[]): readonly number[] | undefined {
  const latest = runs.toSorted((a, b) => b.startedAt - a.startedAt).slice(0, MAX_RUNS);
  return latest.length < MIN_RUNS ? undefined : latest.map(({ durationMs }) => durationMs).sort((a, b) => a - b);
}

/**
 * The same for jobs whose durations can be compared: those of one connection and kind; for uploads, also with as many digits in the number of
 * rows, because a thousand times the rows takes longer.
 */
export function runKey({ entityId, kind, source }: ComparableJob): string {
  return source?.rows === undefined ? `${kind}/${entityId}` : `${kind}/${entityId}/${String(source.rows).length}`;
}
