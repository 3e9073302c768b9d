import type { EpochMs } from '../../base/time.ts';
import { awaitsSignIn, isRunning } from '../../model/job.ts';
import type { Job, StatusChange } from '../../model/job.ts';
import { phaseOf } from '../../model/jobStatus.ts';
import type { JobPhase, JobStep } from '../../model/jobStatus.ts';

/** `waiting`: not started. `stopped`: the job is over, but the step was not reported as completed. */
export type StepState = JobPhase | 'waiting' | 'stopped';

export function stepState(job: Job, step: JobStep): StepState {
  const phase = phaseOf(step);
  if (phase !== 'running') {
    return phase;
  }
  if (!isRunning(job)) {
    return 'stopped';
  }
  return step.startedAt === undefined ? 'waiting' : 'running';
}

/** The job's current step: the last one that is running, else the last one that has started, else the first. */
export function currentStep(job: Job): JobStep | undefined {
  const steps = job.status?.steps ?? [];
  return (
    steps.findLast((step) => stepState(job, step) === 'running') ??
    steps.findLast((step) => step.startedAt !== undefined || step.completedAt !== undefined) ??
    steps[0]
  );
}

/**
 * How long the job has been running or took, in ms. Undefined if it awaits a sign-in, or ended without a known start or end. Never
 * negative, even if the times of the service contradict each other or its clock is ahead.
 */
export function jobDurationMs(job: Job, now: EpochMs): number | undefined {
  if (awaitsSignIn(job)) {
    return undefined;
  }
  const durationMs = isRunning(job)
    ? now - toLocalClock(job, job.status?.startedAt ?? job.knownSince)
    : endedDurationMs(job);
  return durationMs === undefined ? undefined : Math.max(0, durationMs);
}

/** How long the job took, in ms. Undefined if its start or its end is unknown; negative if these contradict each other. */
export function endedDurationMs({ status }: Job): number | undefined {
  const { startedAt, completedAt } = status ?? {};
  return completedAt === undefined || startedAt === undefined ? undefined : completedAt - startedAt;
}

/** How long the step has been running or took, in ms; undefined if unknown. */
export function stepDurationMs(job: Job, step: JobStep, now: EpochMs): number | undefined {
  const { startedAt, completedAt } = step;
  if (startedAt === undefined) {
    return undefined;
  }
  if (completedAt !== undefined) {
    return completedAt - startedAt;
  }
  return stepState(job, step) === 'running' && !awaitsSignIn(job) ? now - toLocalClock(job, startedAt) : undefined;
}

/** Converts the service's time for a job started here: it started when it became known, so any difference is between the two clocks. */
function toLocalClock(job: Job, moment: EpochMs): EpochMs {
  const startedAt = job.status?.startedAt;
  return job.origin === 'started' && startedAt !== undefined ? moment + (job.knownSince - startedAt) : moment;
}

/** What to add to the job's history after a change of the job; undefined if its status and step are the same as before. */
export function statusChange(before: Job | undefined, after: Job, now: EpochMs): StatusChange | undefined {
  const old = before && statusAndStep(before);
  const current = statusAndStep(after);
  if (old?.status === current.status && old.step === current.step) {
    return undefined;
  }
  return { at: before ? (after.receivedAt ?? now) : after.knownSince, ...current, requestId: after.requestId };
}

function statusAndStep(job: Job): Pick<StatusChange, 'status' | 'step'> {
  return { status: job.status?.status ?? '', step: currentStep(job)?.name };
}
