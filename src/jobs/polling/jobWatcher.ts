import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import { oncePerMicrotask } from '../../base/throttle.ts';
import type { Logger } from '../../base/logger.ts';
import { ClockJumpDetector, readClocks, monotonicNow, plusMs } from '../../base/monotonicClock.ts';
import type { MonotonicMs } from '../../base/monotonicClock.ts';
import type { Job } from '../../model/job.ts';
import type { JobStore } from '../store/jobStore.ts';
import { ServiceHealth } from './serviceHealth.ts';
import type { ConnectionLookup } from './probableEnds.ts';
import { PollLease } from './pollLease.ts';
import { isFinalInRoundRobin, planPolls, syncsPolledByList, syncsWorthListing } from './pollPlanner.ts';
import type { PollPlan } from './pollPlanner.ts';
import { dueAt, withPollDueNow, withNextPoll, earlyPollFrom } from './pollState.ts';
import { RateLimiter } from './rateLimiter.ts';
import { MIN_GAP_MS } from './schedule.ts';
import { StatusLookups } from './statusLookups.ts';
import { StatusPoller } from './statusPoller.ts';
import type { StatusPollerOptions } from './statusPoller.ts';
import { StatusRecorder } from './statusRecorder.ts';

/** The longest timer, so that sleep or a change of the system clock is noticed soon. */
const MAX_TIMER_MS = 30_000;
const NONE: ReadonlySet<string> = new Set();

export interface JobWatcherOptions extends Pick<StatusPollerOptions, 'poll' | 'list'> {
  readonly accountId: string;
  readonly store: JobStore;
  readonly isFocused: boolean;
  /** Whether this extension host is connected to its window. */
  readonly isConnected: boolean;
  readonly log: Logger;
}

/**
 * Watches the running jobs of one account until they end. One window holds the lease of the account and polls; the others read the
 * results from the store. There is one timer, and only while a job runs. If many syncs are running, one request for all connections
 * replaces one request for each.
 */
export class JobWatcher implements Disposable {
  readonly #options: JobWatcherOptions;
  readonly #owned = new DisposableStore();
  /** What the service lets this account do. Report the outcomes of other requests to it, too. */
  readonly health: ServiceHealth;
  readonly #limiter: RateLimiter;
  readonly #recorder: StatusRecorder;
  readonly #poller: StatusPoller;
  /** Requests the status of jobs that are not tracked. */
  readonly lookups: StatusLookups;
  readonly #lease: PollLease;
  readonly #clockJumpDetector = new ClockJumpDetector();
  readonly #didFinish = this.#owned.add(new Emitter<Job>());
  /** Plans once after many changes. */
  readonly #planSoon = oncePerMicrotask(() => this.#plan());
  #lastRoundRobinAt: MonotonicMs | undefined;
  #onScreen: ReadonlySet<string> = new Set();
  #isFocused: boolean;
  #isDisposed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Fires once for every job that ends while it is tracked, lost ones included, polled by any window. */
  readonly onDidFinish = this.#didFinish.event;

  constructor(options: JobWatcherOptions) {
    const { accountId, store, isFocused, isConnected } = options;
    this.#options = options;
    this.#isFocused = isFocused;
    const health = this.#owned.add(new ServiceHealth(accountId, store));
    health.setConnected(isConnected);
    const limiter = new RateLimiter(() => health.slowdown);
    const recorder = new StatusRecorder(options);
    this.health = health;
    this.#limiter = limiter;
    this.#recorder = recorder;
    const onDidSettle = this.#planSoon;
    this.#poller = this.#owned.add(new StatusPoller({ ...options, health, limiter, recorder, onDidSettle }));
    const isPolling = (): boolean => this.#canPoll() && recorder.jobsToPoll().length > 0;
    this.lookups = this.#owned.add(new StatusLookups({ poll: options.poll, health, limiter, isPolling }));
    this.#lease = new PollLease({ accountId, store, limiter, onDidLose: () => this.#poller.cancel() });
    this.#owned.add(
      store.onDidChange((change) => {
        if (change.accountId === accountId) {
          recorder.handleChange(change);
          this.#planSoon();
        }
      }),
    );
    this.#owned.add(store.onDidChangeLease((id) => id === accountId && this.#planSoon()));
    this.#plan();
  }

  /** Stores jobs that the user started, to be polled while they run. Returns them as stored. */
  addStarted(jobs: readonly Job[]): readonly Job[] {
    return this.#options.store.addStarted(jobs.map((job) => withNextPoll(job, readClocks())));
  }

  /** Stores jobs that were found running, to be polled, and returns how many are new. A known job stays as it is. */
  adopt(jobs: readonly Job[]): number {
    return this.#options.store.addAll(jobs.map((job) => withPollDueNow(job, readClocks())));
  }

  /** Polls all running jobs as soon as the limits allow. A pause of the account still holds. */
  pollNow(): void {
    this.#pollAllSoon();
    this.#plan();
  }

  /** Finds out which jobs have ended from a list of connections, whatever it was requested for. `byteLength`: its size. */
  updateFromList(listed: ConnectionLookup, byteLength: number): void {
    this.health.recordReachable();
    this.#poller.recordList(byteLength);
    const many = this.#options.list
      ? syncsWorthListing(this.#recorder.jobsToPoll(), this.#onScreen, monotonicNow())
      : NONE;
    this.#recorder.pollSoon(this.#recorder.recordListedEnds(listed, (syncId) => many.has(syncId)));
    this.#plan();
  }

  /** The jobs whose page is visible: each is polled alone, however many run. */
  setOnScreen(syncIds: ReadonlySet<string>): void {
    this.#onScreen = syncIds;
    this.#plan();
  }

  /** A window without the focus polls more rarely; one that regains it polls at once. */
  setFocused(isFocused: boolean): void {
    const wasFocused = this.#isFocused;
    this.#isFocused = isFocused;
    if (isFocused && !wasFocused) {
      this.#pollAllSoon();
    }
    this.#plan();
  }

  /** Leaves polling to the other windows while this extension host is not connected to its window. */
  setConnected(isConnected: boolean): void {
    this.health.setConnected(isConnected);
    if (isConnected) {
      this.#pollAllSoon();
    }
    this.#plan();
  }

  /** Call this when the service has responded to a manual refresh, even if it had requested a pause. */
  endPause(): void {
    if (this.health.pauseLeftMs() > 0) {
      this.health.endPause();
      this.pollNow();
    }
  }

  /** Call this when the account's secret turned out to be accepted. */
  resume(): void {
    if (!this.health.hasAccess) {
      this.health.regainAccess();
      this.pollNow();
    }
  }

  /** Cancels every request in flight, and leaves polling to the other windows. */
  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    this.#owned.dispose();
    this.#lease.release();
  }

  /** Reports the jobs that have ended, polls what is due, and sets the one timer for the rest. */
  #plan(): void {
    for (const job of this.#isDisposed ? [] : this.#recorder.takeEnds()) {
      this.#didFinish.fire(job);
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { hasAccess, isConnected } = this.health;
    const mayPoll = !this.#isDisposed && isConnected && hasAccess;
    const jobs = mayPoll ? this.#recorder.jobsToPoll() : [];
    // A list can't be cancelled, so it must settle before another window may send one, unless it is never sent.
    const canHandOver = this.#poller.listState?.isInFlight !== true || !isConnected;
    if (this.#isDisposed || (jobs.length === 0 && canHandOver)) {
      this.#clockJumpDetector.reset();
      this.#poller.cancel();
      this.#lease.release();
      return;
    }
    const isHeld = this.#lease.tryAcquireOrRenew({ isFocused: this.#isFocused, canHandOver });
    const pollAt = isHeld ? this.#nextPollAt(jobs) : this.#pollVisibleSoon(jobs);
    const delayMs = Math.ceil(Math.min(pollAt, this.#lease.nextAttemptAt) - monotonicNow());
    this.#timer = setTimeout(() => this.#pollDue(), Math.min(Math.max(0, delayMs), MAX_TIMER_MS));
  }

  #nextPollAt(jobs: readonly Job[]): number {
    const now = monotonicNow();
    if (this.#clockJumpDetector.hasJumped()) {
      this.#pollAllSoon();
    }
    const { listAt = Infinity, polls } = this.#planOf(jobs, now);
    const soonest = polls.reduce((least, { at }) => Math.min(least, at), Infinity);
    const pollAt = Math.min(listAt, this.#poller.isFull ? Infinity : soonest);
    return Math.max(pollAt, this.#limiter.nextSlotAt(), now + this.health.pauseLeftMs());
  }

  #canPoll(): boolean {
    return this.#lease.isHeld && this.health.hasAccess && this.health.pauseLeftMs() === 0;
  }

  /**
   * Without the lease: asks the holder to poll the jobs that are on screen here, which it would otherwise poll through lists or in
   * round-robin. Returns when to do so next.
   */
  #pollVisibleSoon(jobs: readonly Job[]): number {
    this.#clockJumpDetector.reset();
    const now = monotonicNow();
    const polledByList = syncsWorthListing(jobs, NONE, now);
    const isPolledRarely = (job: Job): boolean => polledByList.has(job.syncId) || isFinalInRoundRobin(job, NONE);
    const visible = jobs.filter((job) => this.#onScreen.has(job.syncId) && isPolledRarely(job));
    const open = visible.filter((job) => earlyPollFrom(job, now) === undefined);
    // A second late, because the holder may show the same job and poll it without being asked.
    const polls = open.map((job) => ({ job, at: plusMs(dueAt(job, this.#isFocused, now), MIN_GAP_MS) }));
    this.#recorder.pollSoon(polls.filter(({ at }) => at <= now).map(({ job }) => job.syncId));
    return polls.reduce((soonest, { at }) => (at > now ? Math.min(soonest, at) : soonest), Infinity);
  }

  #pollDue(): void {
    const now = monotonicNow();
    if (this.#canPoll()) {
      const { listAt = Infinity, polls, roundRobinJob } = this.#planOf(this.#recorder.jobsToPoll(), now);
      if (listAt <= now && this.#limiter.freeSlots() > 0) {
        this.#poller.list();
      }
      const slots = Math.max(0, this.#poller.freeSlots - this.lookups.overdueCount);
      const due = polls.filter(({ at }) => at <= now).slice(0, slots);
      for (const { syncId } of due) {
        this.#lastRoundRobinAt = roundRobinJob === syncId ? now : this.#lastRoundRobinAt;
        this.#poller.poll(syncId);
      }
    }
    this.#plan();
  }

  #planOf(jobs: readonly Job[], now: MonotonicMs): PollPlan {
    return planPolls(
      {
        accountId: this.#options.accountId,
        jobs,
        isFocused: this.#isFocused,
        onScreen: this.#onScreen,
        inFlight: this.#poller.inFlight,
        list: this.#poller.listState,
        lastRoundRobinAt: this.#lastRoundRobinAt,
      },
      now,
    );
  }

  #pollAllSoon(): void {
    const list = this.#poller.listState;
    const polledByList = syncsPolledByList(this.#recorder.jobsToPoll(), this.#onScreen, list, monotonicNow());
    const isAlone = ({ syncId }: Job): boolean => !polledByList.has(syncId) && !this.#poller.inFlight.has(syncId);
    this.#recorder.pollSoon(
      this.#recorder
        .runningJobs()
        .filter(isAlone)
        .map(({ syncId }) => syncId),
    );
    this.#poller.listSoon();
  }
}
