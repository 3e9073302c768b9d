import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import { monotonicNow, currentMoment } from '../../base/monotonicClock.ts';
import type { MonotonicMs } from '../../base/monotonicClock.ts';
import type { Connection } from '../../model/connection.ts';
import { isRunning } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { freeSlots, spendSlot } from './rateLimiter.ts';
import { AccountHealth } from './accountHealth.ts';
import { planned, released } from './pollState.ts';
import { planPolls } from './pollPlanner.ts';
import type { PollPlan } from './pollPlanner.ts';
import { ClockJumps } from './clockJumps.ts';
import { StatusPoller } from './statusPoller.ts';
import type { StatusPollerOptions } from './statusPoller.ts';

/** No timer is longer, so that sleep or a clock that was set is noticed soon. */
const LONGEST_TIMER_MS = 30_000;
/** When a question was due that could not be taken, as another window was quicker. */
const NEXT_TRY_MS = 250;

export interface JobWatcherOptions extends Pick<StatusPollerOptions, 'accountId' | 'store' | 'ask' | 'list' | 'log'> {
  readonly isFocused: boolean;
}

/**
 * Follows the running jobs of one account until they end, whoever put them into the store. There is one timer, and only
 * while a job runs; one question at a time is under way for a job, in whichever window, and its next is planned when that
 * has settled. Where there are many syncs, one question about all connections takes the place of one about each.
 */
export class JobWatcher implements Disposable {
  readonly #options: JobWatcherOptions;
  readonly #owned = new DisposableStore();
  /** What the service lets this account do. To be told of what its answers to other questions say about that. */
  readonly standing: AccountHealth;
  readonly #questions: StatusPoller;
  readonly #clockJumps = new ClockJumps();
  readonly #didFinish = this.#owned.add(new Emitter<Job>());
  /** Since when somebody wants to know about a job sooner than planned. */
  readonly #wanted = new Map<string, MonotonicMs>();
  #listWantedAt: MonotonicMs | undefined;
  #followedByList: ReadonlySet<string> = new Set();
  #onScreen: ReadonlySet<string> = new Set();
  #isFocused: boolean;
  #isPlanDue = false;
  #isDisposed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Fires once for every job that ends while it is followed, lost ones included, whichever window asked. */
  readonly onDidFinish = this.#didFinish.event;

  constructor(options: JobWatcherOptions) {
    const { accountId, store, isFocused } = options;
    this.#options = options;
    this.#isFocused = isFocused;
    this.standing = this.#owned.add(new AccountHealth(accountId, store));
    const onDidSettle = (): void => this.#plan();
    this.#questions = this.#owned.add(new StatusPoller({ ...options, standing: this.standing, onDidSettle }));
    this.#owned.add(store.onDidChange((change) => change.accountId === accountId && this.#planSoon()));
    this.#plan();
  }

  /** Keeps the job, follows it while it runs, and says whether it is new. One that is known stays as it is. */
  follow(job: Job): boolean {
    const isNew = isRunning(job) && job.nextCheckAt === undefined;
    const followed = job.origin === 'adopted' ? released(job, currentMoment()) : planned(job, currentMoment());
    return this.#options.store.add(isNew ? followed : job);
  }

  /** Polls all running jobs as soon as the limits allow. A pause of the account still holds. */
  askNow(): void {
    this.#wantAll();
    this.#plan();
  }

  /** Learns from an answer about all connections, whoever asked for it, which jobs have ended. */
  learn(connections: readonly Connection[]): void {
    const { accountId, store } = this.#options;
    this.standing.heedReached();
    if (!this.#questions.isAsking()) {
      // It was not asked for by the plan, but the service counts it all the same, and it is as good as one that was.
      store.updatePace(accountId, (pace) => ({ ...spendSlot(pace, monotonicNow()), listSettledAt: monotonicNow() }));
    }
    const isOneOfMany = (syncId: string): boolean => this.#followedByList.has(syncId);
    const doubtful = this.#questions.findings.noteConnections(connections, isOneOfMany);
    this.#want(doubtful);
    this.#plan();
  }

  /** Jobs that somebody looks at closely, so that each is asked about by itself. */
  setOnScreen(syncIds: ReadonlySet<string>): void {
    this.#onScreen = syncIds;
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

  /** To be called when the service answered a refresh by hand, however long it had asked to be left alone before. */
  endPause(): void {
    if (this.standing.pauseLeftMs() > 0) {
      this.standing.endPause();
      this.askNow();
    }
  }

  /** To be called when the account's secret was seen to be accepted after all. */
  resume(): void {
    if (!this.standing.hasAccess) {
      this.standing.regainAccess();
      this.askNow();
    }
  }

  /** Ends every question under way. What was learned stays in the store. */
  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    this.#owned.dispose();
  }

  /** Many changes at a time are planned for once. */
  #planSoon(): void {
    if (!this.#isPlanDue) {
      this.#isPlanDue = true;
      void Promise.resolve().then(() => {
        this.#isPlanDue = false;
        this.#plan();
      });
    }
  }

  /** Tells of what has ended, and sets the one timer, not sooner than `atLeastMs` from now. */
  #plan(atLeastMs = 0): void {
    for (const job of this.#isDisposed ? [] : this.#questions.findings.takeEnds()) {
      this.#wanted.delete(job.syncId);
      this.#didFinish.fire(job);
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isDisposed) {
      return;
    }
    const now = monotonicNow();
    const plan = this.#nextPlan(now);
    if (plan === undefined) {
      this.#clockJumps.rest();
      return;
    }
    const soonest = Math.min(plan.listAt ?? Infinity, this.#questions.room > 0 ? soonestOf(plan) : Infinity);
    // Also where nothing can be asked now: another window may end, and its claim run out, without any notice.
    const delayMs = Math.max(soonest - now, plan.slotAt - now, this.standing.pauseLeftMs(), atLeastMs);
    this.#timer = setTimeout(() => this.#askDue(), Math.min(Math.ceil(delayMs), LONGEST_TIMER_MS));
  }

  /** Undefined where there is nothing to ask about. */
  #nextPlan(now: MonotonicMs): PollPlan | undefined {
    const { accountId, store, list } = this.#options;
    const jobs = this.standing.hasAccess ? this.#questions.findings.open() : [];
    if (jobs.length === 0) {
      return undefined;
    }
    if (this.#clockJumps.look()) {
      this.#wantAll();
    }
    const plan = planPolls(
      {
        accountId,
        jobs,
        pace: store.pace(accountId),
        isFocused: this.#isFocused,
        onScreen: this.#onScreen,
        wanted: this.#wanted,
        listWantedAt: this.#listWantedAt,
        canList: list !== undefined,
        isAsking: (syncId) => this.#questions.isAsking(syncId),
      },
      now,
    );
    this.#followedByList = plan.followedByList;
    return plan;
  }

  #askDue(): void {
    const { accountId, store } = this.#options;
    const now = monotonicNow();
    const plan = this.#nextPlan(now);
    let isStuck = false;
    if (plan && this.standing.pauseLeftMs() === 0) {
      const hasList = plan.listAt !== undefined && plan.listAt <= now && this.#questions.askForAll();
      this.#listWantedAt = hasList ? undefined : this.#listWantedAt;
      const room = Math.min(freeSlots(store.pace(accountId), now), this.#questions.room);
      const due = plan.questions.filter(({ at }) => at <= now).slice(0, room);
      const asked = due.filter(({ syncId }) => this.#questions.askAbout(syncId, plan.turnOf === syncId));
      asked.forEach(({ syncId }) => this.#wanted.delete(syncId));
      isStuck = !hasList && asked.length === 0;
    }
    this.#plan(isStuck ? NEXT_TRY_MS : 0);
  }

  #wantAll(): void {
    const { findings } = this.#questions;
    const syncIds = findings.running().map(({ syncId }) => syncId);
    this.#want(syncIds.filter((syncId) => !this.#followedByList.has(syncId) && !this.#questions.isAsking(syncId)));
    this.#listWantedAt = monotonicNow();
  }

  #want(syncIds: Iterable<string>): void {
    const now = monotonicNow();
    for (const syncId of syncIds) {
      this.#wanted.set(syncId, now);
    }
  }
}

function soonestOf({ questions }: PollPlan): number {
  return questions.reduce((soonest, { at }) => Math.min(soonest, at), Infinity);
}
