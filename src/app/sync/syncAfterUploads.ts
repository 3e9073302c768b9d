import { isRunning, isUnannounced, jobState } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { ClaimedJobs } from '../tracking/outcomeClaims.ts';
import type { JobTracker } from '../tracking/jobTracker.ts';
import type { StartOptions, SyncTarget } from './syncStarter.ts';

interface SyncAfterUploadsOptions {
  readonly tracker: Pick<JobTracker, 'jobs'>;
  readonly windowId: string;
  /** Starts a sync of the connection of this upload, for the upload's account. */
  readonly start: (upload: Job) => void;
}

interface DueSync {
  /** One that has completed. */
  readonly upload: Job;
  /** The uploads to the same connection that are running, or have ended but are announced later, with the others of their command. */
  readonly waitsFor: readonly Job[];
}

/**
 * Returns a function to call with the outcomes that this window claims. It starts a sync of a connection once the uploads to it that
 * this window started have ended and one of them has completed. An outcome is claimed by one window and once, and a window that was
 * reloaded meanwhile starts nothing: so no sync starts twice, or hours later.
 */
export function syncAfterUploads({ tracker, windowId, start }: SyncAfterUploadsOptions): (jobs: ClaimedJobs) => void {
  /** The connections to sync. */
  const due = new Map<string, DueSync>();
  const isOurs = (job: Job): boolean => job.kind === 'upload' && job.startedIn === windowId;
  const isPending = (job: Job): boolean => isOurs(job) && (isRunning(job) || isUnannounced(job));
  return (jobs) => {
    const ours = jobs.filter(isOurs);
    const claimed = new Set(ours.map(({ syncId }) => syncId));
    const pendingOf = ({ entityId }: Job): readonly Job[] =>
      tracker.jobs.ofConnection(entityId).filter((other) => isPending(other) && !claimed.has(other.syncId));
    // The outcome of an upload that is no longer tracked is unknown, so the sync that was waiting for it is not started.
    const isKnown = ({ syncId, entityId }: Job): boolean =>
      [...ours, ...tracker.jobs.ofConnection(entityId)].some((job) => job.syncId === syncId);
    for (const job of ours.filter((upload) => due.get(keyOf(upload))?.waitsFor.every(isKnown) === false)) {
      due.delete(keyOf(job));
    }
    for (const upload of ours.filter((job) => jobState(job) === 'succeeded')) {
      due.set(keyOf(upload), { upload, waitsFor: [] });
    }
    for (const job of ours) {
      const sync = due.get(keyOf(job));
      const waitsFor = pendingOf(job);
      if (sync && waitsFor.length > 0) {
        due.set(keyOf(job), { ...sync, waitsFor });
      } else if (sync) {
        due.delete(keyOf(job));
        start(sync.upload);
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
export function syncOf({ entityId, entityName, accountId }: Job): { target: SyncTarget; options: StartOptions } {
  return {
    target: { entityId, entityName },
    options: { confirm: (account) => Promise.resolve(account.id === accountId) },
  };
}
