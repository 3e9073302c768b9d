import type { Disposable } from '../../base/disposable.ts';
import { isRunning, isUnannounced, jobState } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { activeAccount } from '../session/session.ts';
import type { Session } from '../session/session.ts';
import type { ClaimedJobs } from '../tracking/outcomeClaims.ts';
import type { JobTracker } from '../tracking/jobTracker.ts';

interface SyncAfterUploadsOptions {
  readonly session: Pick<Session, 'state'>;
  readonly tracker: Pick<JobTracker, 'jobs' | 'hasAccount' | 'onDidChange'>;
  readonly windowId: string;
  readonly settings: () => { readonly syncAfterUpload: boolean };
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
 * Starts a sync of a connection once the uploads to it that this window started have ended, one of them has completed, and no other sync
 * of the connection is running, which the service would refuse. The outcome of an upload is claimed by one window and once, and a window
 * that was reloaded meanwhile starts nothing: so no sync starts twice.
 */
export class SyncAfterUploads implements Disposable {
  readonly #options: SyncAfterUploadsOptions;
  readonly #listener: Disposable;
  /** By connection. */
  readonly #due = new Map<string, DueSync>();

  constructor(options: SyncAfterUploadsOptions) {
    this.#options = options;
    this.#listener = options.tracker.onDidChange(() => this.#startDue());
  }

  /** Call this with the outcomes that this window claims. */
  handleOutcomes(jobs: ClaimedJobs): void {
    const { tracker } = this.#options;
    const ours = jobs.filter((job) => this.#isOurs(job));
    const claimed = new Set(ours.map(({ syncId }) => syncId));
    const pendingOf = ({ entityId }: Job): readonly Job[] =>
      tracker.jobs.ofConnection(entityId).filter((other) => this.#isPending(other) && !claimed.has(other.syncId));
    // The outcome of an upload that is no longer tracked is unknown, so the sync that was waiting for it is not started.
    const isTracked = ({ syncId, entityId }: Job): boolean =>
      [...ours, ...tracker.jobs.ofConnection(entityId)].some((job) => job.syncId === syncId);
    for (const job of ours.filter((upload) => this.#due.get(keyOf(upload))?.waitsFor.every(isTracked) === false)) {
      this.#due.delete(keyOf(job));
    }
    for (const upload of ours.filter((job) => jobState(job) === 'succeeded')) {
      this.#due.set(keyOf(upload), { upload, waitsFor: [] });
    }
    for (const job of ours) {
      const sync = this.#due.get(keyOf(job));
      if (sync) {
        this.#due.set(keyOf(job), { ...sync, waitsFor: pendingOf(job) });
      }
    }
    this.#startDue();
  }

  dispose(): void {
    this.#listener.dispose();
  }

  #startDue(): void {
    const { session, tracker, settings } = this.#options;
    if (this.#due.size > 0 && !settings().syncAfterUpload) {
      // Turned off while a sync was waiting for other jobs.
      this.#due.clear();
    }
    const accountId = activeAccount(session)?.id;
    for (const [key, { upload, waitsFor }] of [...this.#due]) {
      if (!tracker.hasAccount(upload.accountId)) {
        this.#due.delete(key);
      } else if (upload.accountId === accountId && waitsFor.length === 0) {
        this.#startUnlessRunning(key, upload);
      }
      // A sync for another account waits until that is active again: its jobs are not tracked now.
    }
  }

  #startUnlessRunning(key: string, upload: Job): void {
    const { tracker, start } = this.#options;
    const running = tracker.jobs.ofConnection(upload.entityId).filter(isRunning);
    const uploads = running.filter((job) => this.#isOurs(job));
    const isSyncing = running.some(({ kind }) => kind === 'sync');
    if (uploads.length > 0) {
      // Started while a sync was running.
      this.#due.set(key, { upload, waitsFor: uploads });
    } else if (!isSyncing) {
      this.#due.delete(key);
      start(upload);
    }
  }

  #isOurs(job: Job): boolean {
    return job.kind === 'upload' && job.startedIn === this.#options.windowId;
  }

  #isPending(job: Job): boolean {
    return this.#isOurs(job) && (isRunning(job) || isUnannounced(job));
  }
}

function keyOf({ accountId, entityId }: Job): string {
  return JSON.stringify([accountId, entityId]);
}
