import type { EpochMs } from '../../base/time.ts';
import { isOutage } from '../../model/failure.ts';
import { isRunning, jobState } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { JobStep } from '../../model/jobStatus.ts';
import { currentStep } from './jobSteps.ts';
import { usualDurations } from './runHistory.ts';

/** What one line can say about all jobs. The first that applies, in the order of the members. */
export type JobSummary =
  /** Jobs of ours that failed and that nobody has looked at since. */
  | { readonly kind: 'failed'; readonly failed: readonly [Job, ...Job[]]; readonly runningCount: number }
  /** The service no longer takes this account's secret. */
  | { readonly kind: 'noAccess'; readonly runningCount: number }
  /** No question about a job is answered, and since that moment none about anything else. */
  | { readonly kind: 'offline'; readonly since: EpochMs; readonly runningCount: number }
  | OneJob
  | { readonly kind: 'many'; readonly runningCount: number }
  | { readonly kind: 'idle' };

/** One job worth naming; `othersCount` more run that we did not start. */
export interface OneJob {
  readonly kind: 'one';
  readonly job: Job;
  readonly step: JobStep | undefined;
  readonly othersCount: number;
  /** How long such a job usually takes; undefined while too little is known. */
  readonly usualMs: number | undefined;
}

/** `outageSince`: when the account's service was no longer reached (`AccountStanding`); undefined while it is. */
export function summarizeJobs(jobs: readonly Job[], outageSince?: EpochMs): JobSummary {
  const running = jobs.filter(isRunning);
  const runningCount = running.length;
  const [firstFailed, ...moreFailed] = jobs.filter(isUnseenFailure);
  if (firstFailed) {
    return { kind: 'failed', failed: [firstFailed, ...moreFailed], runningCount };
  }
  if (running.some((job) => job.failure?.kind === 'unauthorized' || job.failure?.kind === 'signedOut')) {
    return { kind: 'noAccess', runningCount };
  }
  if (outageSince !== undefined && runningCount > 0 && running.every((job) => isOutage(job.failure))) {
    return { kind: 'offline', since: outageSince, runningCount };
  }
  const started = running.filter((job) => job.origin === 'started');
  const [named, ...others] = started.length > 0 ? started : running;
  if (!named) {
    return { kind: 'idle' };
  }
  return others.length > 0
    ? { kind: 'many', runningCount }
    : {
        kind: 'one',
        job: named,
        step: currentStep(named),
        othersCount: runningCount - 1,
        usualMs: usualDurations(jobs)(named),
      };
}

/** Whether the job is a failure of our own that still waits to be looked at. */
export function isUnseenFailure(job: Job): boolean {
  return job.origin === 'started' && !job.isSeen && jobState(job) === 'failed';
}
