import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import { monotonicNow } from '../../base/monotonicClock.ts';
import type { MonotonicMs } from '../../base/monotonicClock.ts';
import { isEndPending, isUnannounced } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { JobStore } from '../../jobs/store/jobStore.ts';

export interface OutcomeClaimsOptions {
  readonly accountId: string;
  readonly store: JobStore;
  /** Names this window; another after a reload. */
  readonly windowId: string;
}

/** How long the window that started a job has to tell of its end, before any other does. */
const GRACE_MS = 3000;
/** How long the outcome of a job that the list of connections told waits for the counts in its own final status. */
const FINAL_STATUS_GRACE_MS = 5000;

/**
 * Gives each outcome of a job that was started here to one window to tell: the one that started it or, where that is
 * gone, whichever is left. Who tells it notes that in the store, so none is told twice; what nobody has told yet, because
 * every window was closed, is told by the next one.
 */
export class OutcomeClaims implements Disposable {
  readonly #options: OutcomeClaimsOptions;
  readonly #owned = new DisposableStore();
  readonly #didClaim = this.#owned.add(new Emitter<Job>());
  /** When this window first saw the end of each job whose outcome is still to be told. */
  #seenAt: ReadonlyMap<string, MonotonicMs> = new Map();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLookDue = false;
  #isDisposed = false;

  /** Fires for each outcome that is this window's to tell. */
  readonly onDidClaim = this.#didClaim.event;

  constructor(options: OutcomeClaimsOptions) {
    this.#options = options;
    this.#owned.add(options.store.onDidChange(({ accountId }) => accountId === options.accountId && this.#lookSoon()));
    this.#lookSoon();
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    this.#owned.dispose();
  }

  /** After whoever subscribes has done so, and once for many changes. */
  #lookSoon(): void {
    if (!this.#isLookDue) {
      this.#isLookDue = true;
      void Promise.resolve().then(() => {
        this.#isLookDue = false;
        this.#look();
      });
    }
  }

  #look(): void {
    clearTimeout(this.#timer);
    if (this.#isDisposed) {
      return;
    }
    const { accountId, store, windowId } = this.#options;
    const now = monotonicNow();
    const untold = store.list(accountId).filter(isUnannounced);
    this.#seenAt = new Map(untold.map(({ syncId }) => [syncId, this.#seenAt.get(syncId) ?? now]));
    const waits = untold.map((job) => {
      const otherMs = job.startedIn === windowId ? 0 : GRACE_MS;
      const graceMs = Math.max(otherMs, isEndPending(job) ? FINAL_STATUS_GRACE_MS : 0);
      return { job, ms: Math.max(0, (this.#seenAt.get(job.syncId) ?? now) + graceMs - now) };
    });
    // One for all of them, however many wait.
    const soonestMs = waits.reduce((least, { ms }) => (ms > 0 ? Math.min(least, ms) : least), Infinity);
    if (soonestMs < Infinity) {
      this.#timer = setTimeout(() => this.#look(), Math.ceil(soonestMs));
    }
    waits.filter(({ ms }) => ms === 0).forEach(({ job }) => this.#claim(job.syncId));
  }

  #claim(syncId: string): void {
    const { accountId, store } = this.#options;
    const update = store.update(accountId, syncId, (job) =>
      isUnannounced(job) ? { ...job, announcedAt: Date.now() } : job,
    );
    if (update && update.before !== update.after) {
      this.#didClaim.fire(update.after);
    }
  }
}
