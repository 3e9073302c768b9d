import type { EpochMs } from '../../base/time.ts';
import type { Job } from '../../model/job.ts';
import type { JobStep } from '../../model/jobStatus.ts';
import type { Jobs } from './jobCollection.ts';
import { currentStep } from './jobSteps.ts';

/** A summary of all jobs for one line: the first kind that applies, in this order. */
export type JobSummary =
  /** Jobs started here that failed and have not been seen. */
  | { readonly kind: 'failed'; readonly failed: readonly [Job, ...Job[]]; readonly runningCount: number }
  /** The service no longer accepts this account's secret. */
  | { readonly kind: 'noAccess'; readonly runningCount: number }
  /** Since that time, no request has got a response. */
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

/** An outage of this length is shown even if most jobs have not been polled since: only a few of many are polled one by one. */
const SHOWN_OUTAGE_MS = 15_000;

interface Access {
  /** Since when the service has not been reachable; undefined while it is. */
  readonly outageSince: EpochMs | undefined;
  /** Whether the service accepts the account's secret. */
  readonly hasAccess: boolean;
}

export function summarizeJobs(jobs: Jobs, now: EpochMs, { outageSince, hasAccess }: Access): JobSummary {
  const { runningCount, startedRunning } = jobs;
  const [firstFailed, ...moreFailed] = jobs.unseenFailures;
  if (firstFailed) {
    return { kind: 'failed', failed: [firstFailed, ...moreFailed], runningCount };
  }
  if (!hasAccess || jobs.awaitingSignInCount > 0) {
    return { kind: 'noAccess', runningCount };
  }
  const isShownAtOnce = jobs.unreachableCount === runningCount;
  if (outageSince !== undefined && runningCount > 0 && (isShownAtOnce || now - outageSince >= SHOWN_OUTAGE_MS)) {
    return { kind: 'offline', since: outageSince, runningCount };
  }
  // Running jobs are sorted first.
  const job = startedRunning[0] ?? (runningCount > 0 ? jobs.sorted[0] : undefined);
  if (!job) {
    return { kind: 'idle' };
  }
  const isOnly = startedRunning.length === 1 || runningCount === 1;
  return isOnly
    ? { kind: 'one', job, step: currentStep(job), othersCount: runningCount - 1, usualMs: jobs.usual(job) }
    : { kind: 'many', runningCount };
}
