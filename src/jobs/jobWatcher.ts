import pLimit from 'p-limit';
import { DisposableStore } from '../base/disposable.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/event.ts';
import type { Logger } from '../base/logger.ts';
import type { Failure } from '../model/failure.ts';
import { isRunning } from '../model/job.ts';
import type { Job } from '../model/job.ts';
import { AccountPause } from './accountPause.ts';
import type { AskResult } from './askResult.ts';
import type { JobStore } from './jobStore.ts';
import { JobTrail } from './jobTrail.ts';

const MAX_QUESTIONS_AT_ONCE = 8;
/** A claimed question is open again after this long, should whoever claimed it be gone. */
const CLAIM_MS = 60_000;
/** No timer is longer, so that after sleep or a clock that was set the plan is soon read again by the clock's new time. */
const LONGEST_TIMER_MS = 30_000;

export interface JobWatcherOptions {
  readonly accountId: string;
  readonly store: JobStore;
  /** Asks the service. Rejects only when `signal` fires, or on a defect of ours. */
  readonly ask: (syncId: string, signal: AbortSignal) => Promise<AskResult>;
  readonly isFocused: boolean;
  readonly log: Logger;
}

/**
 * Follows the running jobs of one account until they end, whoever put them into the store. There is one timer, and only
 * while a job runs; one question at a time is under way for a job, and its next is planned when that has settled.
 */
export class JobWatcher implements Disposable {
  readonly #options: JobWatcherOptions;
  readonly #owned = new DisposableStore();
  readonly #limit = pLimit(MAX_QUESTIONS_AT_ONCE);
  readonly #pause = new AccountPause();
  readonly #trails = new Map<string, JobTrail>();
  readonly #asking = new Map<string, AbortController>();
  readonly #didFinish = this.#owned.add(new Emitter<Job>());
  readonly #didLoseAccess = this.#owned.add(new Emitter<Failure>());
  #isFocused: boolean;
  #hasAccess = true;
  #isDisposed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Fires once for every job that ends while it is followed, lost ones included. */
  readonly onDidFinish = this.#didFinish.event;

  /** Fires when the service refuses the account's secret. Nothing more is asked until `resume`. */
  readonly onDidLoseAccess = this.#didLoseAccess.event;

  constructor(options: JobWatcherOptions) {
    this.#options = options;
    this.#isFocused = options.isFocused;
    this.#owned.add(options.store.onDidChange(({ accountId }) => accountId === options.accountId && this.#plan()));
    this.#plan();
  }

  /** Keeps the job and follows it while it runs. */
  follow(job: Job): void {
    this.#options.store.put(job.nextCheckAt === undefined ? this.#planned(job) : job);
  }

  /** Asks as soon as is decent about one running job or, without an id, about all. A pause of the account still holds. */
  askNow(syncId?: string): void {
    for (const job of this.#waiting()) {
      if (syncId === undefined || job.syncId === syncId) {
        this.#trail(job.syncId).want(Date.now());
      }
    }
    this.#plan();
  }

  /** A window that nobody looks at asks more rarely; one that is looked at again asks at once. */
  setFocused(isFocused: boolean): void {
    const wasFocused = this.#isFocused;
    this.#isFocused = isFocused;
    if (isFocused && !wasFocused) {
      this.askNow();
    }
  }

  /** To be called when the account's secret was seen to be accepted after all. */
  resume(): void {
    if (!this.#hasAccess) {
      this.#hasAccess = true;
      this.askNow();
    }
  }

  /** Ends every question under way. What was learned stays in the store. */
  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    this.#limit.clearQueue();
    this.#owned.dispose();
    const { accountId, store } = this.#options;
    for (const [syncId, controller] of this.#asking) {
      controller.abort();
      // Whoever follows next need not wait until the claim runs out.
      store.update(accountId, syncId, (job) => (isRunning(job) ? { ...job, nextCheckAt: Date.now() } : job));
    }
  }

  #plan(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = this.#waiting();
    if (this.#isDisposed || !this.#hasAccess || waiting.length === 0) {
      return;
    }
    const now = Date.now();
    const soonest = waiting.reduce(
      (earliest, job) => Math.min(earliest, this.#trail(job.syncId).dueAt(job, now)),
      Infinity,
    );
    const delayMs = Math.max(soonest - now, this.#pause.leftMs(), 0);
    this.#timer = setTimeout(() => this.#askDue(), Math.min(delayMs, LONGEST_TIMER_MS));
  }

  #askDue(): void {
    const now = Date.now();
    const due = this.#waiting().filter((job) => this.#trail(job.syncId).dueAt(job, now) <= now);
    for (const { syncId } of this.#pause.leftMs() > 0 ? [] : due) {
      const controller = new AbortController();
      this.#asking.set(syncId, controller);
      void this.#limit(() => this.#question(syncId, controller.signal));
    }
    this.#plan();
  }

  async #question(syncId: string, signal: AbortSignal): Promise<void> {
    try {
      if (this.#claim(syncId)) {
        this.#take(syncId, await this.#options.ask(syncId, signal));
      }
    } catch (error) {
      this.#survive(syncId, error);
    } finally {
      this.#asking.delete(syncId);
      this.#plan();
    }
  }

  /** Whether the question may go out: much can have happened while it waited for its turn. */
  #claim(syncId: string): boolean {
    const { accountId, store } = this.#options;
    const job = store.find(accountId, syncId);
    if (!job || !isRunning(job) || !this.#hasAccess || this.#pause.leftMs() > 0) {
      return false;
    }
    const now = Date.now();
    this.#trail(syncId).asked(now);
    return store.claim(accountId, syncId, job.nextCheckAt, now + CLAIM_MS);
  }

  #take(syncId: string, result: AskResult): void {
    if (this.#isDisposed) {
      return;
    }
    if (result.kind === 'status') {
      this.#trail(syncId).answered();
      this.#pause.forget();
      const answer = { status: result.status, answeredAt: Date.now(), failure: undefined };
      this.#change(syncId, (job) => ({ ...job, ...answer }));
    } else {
      const { failure } = result;
      const isLost = this.#trail(syncId).failed(failure);
      this.#heed(failure);
      this.#change(syncId, (job) => ({ ...job, failure, isLost }));
    }
  }

  /** Draws the conclusions that hold for the whole account. */
  #heed(failure: Failure): void {
    const isRefused = failure.kind === 'unauthorized' || failure.kind === 'signedOut';
    if (isRefused && this.#hasAccess) {
      this.#hasAccess = false;
      this.#didLoseAccess.fire(failure);
    }
    if (failure.kind === 'rateLimited' || (failure.kind === 'unavailable' && failure.retryAfterMs !== undefined)) {
      this.#pause.begin(failure.retryAfterMs);
    }
  }

  /** The loop outlives any defect of ours: the job is asked about again, later each time. */
  #survive(syncId: string, error: unknown): void {
    if (!this.#isDisposed) {
      this.#options.log.error(`Asking about job ${syncId} broke: ${String(error)}`);
      this.#trail(syncId).failed(undefined);
      this.#change(syncId, (job) => ({ ...job }));
    }
  }

  /** Writes what was learned, unless the job has ended or gone meanwhile, and tells of an end. */
  #change(syncId: string, change: (job: Job) => Job): void {
    const { accountId, store } = this.#options;
    const update = store.update(accountId, syncId, (job) => (isRunning(job) ? this.#planned(change(job)) : job));
    if (update && isRunning(update.after)) {
      this.#options.log.debug(describe(update.after));
      return;
    }
    this.#trails.delete(syncId);
    if (update && isRunning(update.before)) {
      this.#finish(update.after, update.before.status !== undefined);
    }
  }

  #finish(job: Job, wasSeenRunning: boolean): void {
    if (job.origin === 'adopted' && !wasSeenRunning) {
      // The connection named a sync that had ended long before: nothing that anybody wants to follow.
      this.#options.store.remove(job.accountId, job.syncId);
      return;
    }
    this.#options.log.debug(describe(job));
    this.#didFinish.fire(job);
  }

  #planned(job: Job): Job {
    const { syncId } = job;
    return {
      ...job,
      nextCheckAt: isRunning(job) ? this.#trail(syncId).nextCheckAt(job, this.#isFocused, Date.now()) : undefined,
    };
  }

  #waiting(): Job[] {
    const { accountId, store } = this.#options;
    return store.list(accountId).filter((job) => isRunning(job) && !this.#asking.has(job.syncId));
  }

  #trail(syncId: string): JobTrail {
    const trail = this.#trails.get(syncId) ?? new JobTrail();
    this.#trails.set(syncId, trail);
    return trail;
  }
}

function describe({ syncId, failure, status, nextCheckAt }: Job): string {
  const answer = failure ? `no answer (${failure.kind})` : JSON.stringify(status?.status ?? '');
  const next = nextCheckAt === undefined ? 'ended' : `asked again in ${Math.round(nextCheckAt - Date.now())} ms`;
  return `Job ${syncId}: ${answer}, ${next}`;
}
