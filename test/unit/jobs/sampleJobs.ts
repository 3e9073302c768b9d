import { asMonotonic } from '../../../src/base/monotonicClock.ts';
import type { LeaseRecord } from '../../../src/jobs/store/jobStore.ts';
import type { JobWatcher } from '../../../src/jobs/polling/jobWatcher.ts';
import { newJob } from '../../../src/model/job.ts';
import type { Job } from '../../../src/model/job.ts';
import type { JobStatus, JobStep } from '../../../src/model/jobStatus.ts';

export const ACCOUNT_ID = 'account-1';

export function sampleJob(changes: Partial<Job> = {}): Job {
  return newJob({
    accountId: ACCOUNT_ID,
    syncId: 'sync-1',
    entityId: 'entity-1',
    entityName: 'Orders',
    kind: 'sync',
    origin: 'started',
    knownSince: 0,
    startMessage: 'Sync started',
    ...changes,
  });
}

export function runningStatus(changes: Partial<JobStatus> = {}): JobStatus {
  return {
    syncId: 'sync-1',
    status: 'running',
    message: '',
    startedAt: 0,
    completedAt: undefined,
    steps: [],
    ...changes,
  };
}

export function completedStatus(changes: Partial<JobStatus> = {}): JobStatus {
  return runningStatus({ status: 'completed', message: 'Done', completedAt: 5000, ...changes });
}

export function sampleStep(changes: Partial<JobStep> = {}): JobStep {
  return {
    name: 'Extract',
    status: 'running',
    message: '',
    count: undefined,
    startedAt: 0,
    completedAt: undefined,
    ...changes,
  };
}

/** A lease that a window has just taken. */
export function sampleLease(changes: Partial<LeaseRecord> = {}): LeaseRecord {
  const until = asMonotonic(10_000);
  return { holder: 'window', until, isFocused: true, requestedBy: undefined, bookedUntil: asMonotonic(0), ...changes };
}

/** Follows a job as its origin demands. */
export function followJob(watcher: JobWatcher | undefined, job: Job): void {
  if (job.origin === 'adopted') {
    watcher?.adopt([job]);
  } else {
    watcher?.addStarted([job]);
  }
}
