import type { EpochMs } from '../../base/time.ts';
import type { Job } from '../../model/job.ts';
import type { JobStep } from '../../model/jobStatus.ts';
import { jobDurationMs, stepState } from './jobSteps.ts';

/** When a step ran, in ms since its job started, so that times of two clocks are never mixed. */
export interface StepSpan {
  readonly step: JobStep;
  /** Undefined if the step has not started or its start is unknown. */
  readonly startMs: number | undefined;
  /** Undefined while it runs or if its end is unknown. */
  readonly endMs: number | undefined;
}

/** How long the job has been running or took, in ms, or until the end of its last step if that is later. */
export function durationWithStepsMs(job: Job, now: EpochMs): number {
  const ends = stepSpans(job).flatMap(({ startMs, endMs }) => [startMs ?? 0, endMs ?? 0]);
  return Math.max(0, jobDurationMs(job, now) ?? 0, ...ends);
}

/** When each step ran. Without a start of the job, its first step is its start. */
export function stepSpans(job: Job): readonly StepSpan[] {
  const steps = job.status?.steps ?? [];
  const starts = steps.flatMap(({ startedAt }) => startedAt ?? []);
  const origin = job.status?.startedAt ?? (starts.length > 0 ? Math.min(...starts) : job.knownSince);
  const sinceOrigin = (moment: EpochMs): number => Math.max(0, moment - origin);
  return steps.map((step) => {
    const { startedAt = step.completedAt, completedAt } = step;
    const startMs = startedAt === undefined ? undefined : sinceOrigin(startedAt);
    const endMs = completedAt === undefined ? undefined : Math.max(startMs ?? 0, sinceOrigin(completedAt));
    return { step, startMs, endMs: endMs ?? (stepState(job, step) === 'running' ? undefined : startMs) };
  });
}
