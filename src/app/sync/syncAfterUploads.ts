import { isRunning, jobState } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { TargetSelection } from '../connections/connectionTargets.ts';
import type { ClaimedJobs } from '../tracking/outcomeClaims.ts';
import type { JobTracker } from '../tracking/jobTracker.ts';
import type { StartOptions } from './syncStarter.ts';

interface SyncAfterUploadsOptions {
  readonly tracker: Pick<JobTracker, 'jobsOf'>;
  readonly windowId: string;
  /** Starts a sync of the connection of this upload, for the upload's account. */
  readonly start: (upload: Job) => void;
}

/**
 * Returns a function to call with the outcomes that this window claims. It starts a sync of a connection once the uploads to it that
 * this window started have ended and one of them has completed. An outcome is claimed by one window and once, and a window that was
 * reloaded meanwhile starts nothing: so no sync starts twice, or hours later.
 */
export function syncAfterUploads({ tracker, windowId, start }: SyncAfterUploadsOptions): (jobs: ClaimedJobs) => void {
  /** The connections to sync, with a completed upload. */
  const due = new Map<string, Job>();
  const isOurs = (job: Job): boolean => job.kind === 'upload' && job.startedIn === windowId;
  return (jobs) => {
    const ours = jobs.filter(isOurs);
    ours.filter((job) => jobState(job) === 'succeeded').forEach((job) => due.set(keyOf(job), job));
    for (const job of ours) {
      const upload = due.get(keyOf(job));
      const isLast = !tracker.jobsOf(job.entityId).some((other) => isOurs(other) && isRunning(other));
      if (upload !== undefined && isLast) {
        due.delete(keyOf(job));
        start(upload);
      }
    }
  };
}

function keyOf({ accountId, entityId }: Job): string {
  return JSON.stringify([accountId, entityId]);
}

/**
 * The connection of an upload, to be synced only for the account of the upload. Not as a row: the last list of connections may still show
 * it as syncing because of the upload, so the service decides.
 */
export function syncOf({ entityId, entityName, accountId }: Job): readonly [TargetSelection, StartOptions] {
  return [
    { targets: [{ entityId, entityName, lastSyncId: undefined, isRow: false }], isList: false },
    { confirm: (account) => Promise.resolve(account.id === accountId) },
  ];
}
