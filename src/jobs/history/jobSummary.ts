import type { EpochMs } from '../../base/time.ts';
import { isOutage } from '../../model/failure.ts';
import { isRunning, jobState } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { JobStep } from '../../model/jobStatus.ts';
import { currentStep } from './jobSteps.ts';
import { usualDurations } from './runHistory.ts';

/** A summary of all jobs for one line: the first kind that applies, in this order. */
export type JobSummary =
  /** Jobs started here that failed and have not been seen. */
  | { readonly kind: 'failed'; readonly failed: readonly [Job, ...Job[]]; readonly runningCount: number }
  /** The service no longer accepts this account's secret. */
  | { readonly kind: 'noAccess'; readonly runningCount: number }
  /** No poll is answered, and since that time no other request. */
  | { readonly kind: 'offline'; readonly since: EpochMs; readonly runningCount: number }
  | OneJob
  | { readonly kind: 'many'; readonly runningCount: number }
  | { readonly kind: 'idle' };

/** One job to name; `othersCount` others are running that were not started here. */
export interface OneJob {
  readonly kind: 'one';
  readonly job: Job;
  readonly step: JobStep | undefined;
  readonly othersCount: number;
  /** How long such a job usually takes, in ms; undefined with too few runs. */
  readonly usualMs: number | undefined;
}

/** @param outageSince since when the service has not been reachable; undefined while it is. */
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

/** Whether a job started here has failed and has not been seen. */
export function isUnseenFailure(job: Job): boolean {
  return job.origin === 'started' && !job.isSeen && jobState(job) === 'failed';
}
