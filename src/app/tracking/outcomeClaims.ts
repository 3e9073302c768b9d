import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import { oncePerMicrotask } from '../../base/throttle.ts';
import { monotonicNow } from '../../base/monotonicClock.ts';
import type { MonotonicMs } from '../../base/monotonicClock.ts';
import { isFinalStatusPending, isUnannounced } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { JobStore } from '../../jobs/store/jobStore.ts';
import type { UploadStore } from '../../jobs/store/uploadStore.ts';
import type { WindowConnection } from './windowConnection.ts';

/** The jobs whose outcomes are announced together. */
export type ClaimedJobs = readonly [Job, ...Job[]];

export interface OutcomeClaimsOptions {
  readonly accountId: string;
  readonly store: JobStore;
  /** The ID of this window. Changes with a reload. */
  readonly windowId: string;
  readonly uploads: Pick<UploadStore, 'hasInFlight'>;
  /** Batches to which this window still adds jobs: nothing of them is announced. Call `checkSoon` when one is removed. */
  readonly openBatches: ReadonlySet<string>;
  readonly windowConnection: Pick<WindowConnection, 'check' | 'onDidChange'>;
}

/** How long the window that started a job has to announce its end before another one does, unless it still sends files. */
const GRACE_MS = 3000;
/** How long a job whose end is known only from the list of connections waits for its final status, which has the counts. */
const FINAL_STATUS_GRACE_MS = 5000;

/**
 * Decides which window announces the outcome of a job: the one that started it or, if that is closed, any other. The store records
 * the announcement, so that no outcome is announced twice, and the next window announces what ended while none was open.
 * The jobs of a batch are announced together, by one window.
 */
export class OutcomeClaims implements Disposable {
  readonly #options: OutcomeClaimsOptions;
  readonly #owned = new DisposableStore();
  readonly #didClaim = this.#owned.add(new Emitter<ClaimedJobs>());
  /** When this window first saw the end of each job that is still to be announced. */
  #seenAt: ReadonlyMap<string, MonotonicMs> = new Map();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDisposed = false;

  /** Fires for each outcome that this window is to announce: of one job, or of a batch once all its jobs have ended. */
  readonly onDidClaim = this.#didClaim.event;

  /** Checks once after many changes, and after the listeners have been added. */
  readonly checkSoon = oncePerMicrotask(() => this.#check());

  constructor(options: OutcomeClaimsOptions) {
    this.#options = options;
    this.#owned.add(options.store.onDidChange(({ accountId }) => accountId === options.accountId && this.checkSoon()));
    this.#owned.add(options.windowConnection.onDidChange(this.checkSoon));
    this.checkSoon();
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    this.#owned.dispose();
  }

  #check(): void {
    clearTimeout(this.#timer);
    if (this.#isDisposed) {
      return;
    }
    const { accountId, store, openBatches } = this.#options;
    const now = monotonicNow();
    const { unannounced, startedRunning } = store.jobs(accountId);
    this.#seenAt = new Map(unannounced.map(({ syncId }) => [syncId, this.#seenAt.get(syncId) ?? now]));
    const unfinished = new Set([...openBatches, ...startedRunning.flatMap(({ batch }) => batch ?? [])]);
    const groups = groupsOf(unannounced)
      .filter(([{ batch }]) => batch === undefined || !unfinished.has(batch))
      .map((jobs) => ({ jobs, waitMs: jobs.reduce((longest, job) => Math.max(longest, this.#waitMs(job, now)), 0) }));
    // One timer for all of them.
    const shortestMs = groups.reduce(
      (shortest, { waitMs }) => (waitMs > 0 ? Math.min(shortest, waitMs) : shortest),
      Infinity,
    );
    if (shortestMs < Infinity) {
      this.#timer = setTimeout(() => this.#check(), Math.ceil(shortestMs));
    }
    void this.#claim(groups.flatMap(({ jobs, waitMs }) => (waitMs === 0 ? jobs.map(({ syncId }) => syncId) : [])));
  }

  /** How long to wait until this window may announce the outcome of a job that has ended. */
  #waitMs(job: Job, now: MonotonicMs): number {
    const { accountId, windowId, uploads } = this.#options;
    const isOurs = job.startedIn === windowId;
    // The window that started it may be sending the next file of the batch.
    if (!isOurs && job.batch !== undefined && job.kind === 'upload' && uploads.hasInFlight(accountId)) {
      return GRACE_MS;
    }
    const graceMs = Math.max(isOurs ? 0 : GRACE_MS, isFinalStatusPending(job) ? FINAL_STATUS_GRACE_MS : 0);
    return Math.max(0, (this.#seenAt.get(job.syncId) ?? now) + graceMs - now);
  }

  async #claim(syncIds: readonly string[]): Promise<void> {
    const { accountId, store, windowConnection } = this.#options;
    // A lost window can't show the announcement, so another window claims it.
    if (syncIds.length === 0 || !(await windowConnection.check()) || this.#isDisposed) {
      return;
    }
    const updates = store.updateAll(accountId, syncIds, (job) =>
      isUnannounced(job) ? { ...job, announcedAt: Date.now() } : job,
    );
    const claimed = updates.flatMap(({ before, after }) => (before === after ? [] : [after]));
    groupsOf(claimed).forEach((jobs) => this.#didClaim.fire(jobs));
  }
}

/** The jobs of each batch together, and every other job alone. */
function groupsOf(jobs: readonly Job[]): readonly ClaimedJobs[] {
  const groups = new Map<string | Job, [Job, ...Job[]]>();
  for (const job of jobs) {
    const key = job.batch ?? job;
    const group = groups.get(key);
    if (group) {
      group.push(job);
    } else {
      groups.set(key, [job]);
    }
  }
  return [...groups.values()];
}
