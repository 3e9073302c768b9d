import pLimit from 'p-limit';
import { DisposableStore } from '../base/disposable.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/event.ts';
import type { Logger } from '../base/logger.ts';
import type { EpochMs } from '../base/time.ts';
import type { RateLimitNote } from '../model/answerMeta.ts';
import type { Connection } from '../model/connection.ts';
import type { Failure } from '../model/failure.ts';
import { isRunning } from '../model/job.ts';
import type { Job } from '../model/job.ts';
import { AccountPause } from './accountPause.ts';
import { freeSlots, heedRemaining, spendSlot } from './accountPace.ts';
import type { AccountPace } from './accountPace.ts';
import { jobsProbablyOver } from './adoption.ts';
import { afterAnswer, afterFailure, heldUntil, LEASE_MS, planned, released } from './asking.ts';
import { planAsking } from './askPlan.ts';
import type { AskPlan } from './askPlan.ts';
import type { AskResult } from './askResult.ts';
import type { JobStore } from './jobStore.ts';

const MAX_QUESTIONS_AT_ONCE = 8;
/** No timer is longer, so that after sleep or a clock that was set the plan is soon read again by the clock's new time. */
const LONGEST_TIMER_MS = 30_000;
/** Where many jobs end at a time, so many are asked how; of the others their connections' word is taken. */
const MAX_ENDS_ASKED = 2;
const NOBODY: ReadonlySet<string> = new Set();

export interface JobWatcherOptions {
  readonly accountId: string;
  readonly store: JobStore;
  /** Asks the service. Rejects only when `signal` fires, or on a defect of ours. */
  readonly ask: (syncId: string, signal: AbortSignal) => Promise<AskResult>;
  /** Asks for all connections and hands them to `learn`. Resolves to why there are none. Never rejects. */
  readonly list?: () => Promise<Failure | undefined>;
  readonly isFocused: boolean;
  readonly log: Logger;
}

/**
 * Follows the running jobs of one account until they end, whoever put them into the store. There is one timer, and only
 * while a job runs; one question at a time is under way for a job, in whichever window, and its next is planned when that
 * has settled. Where there are many syncs, one question about all connections takes the place of one about each.
 */
export class JobWatcher implements Disposable {
  readonly #options: JobWatcherOptions;
  readonly #owned = new DisposableStore();
  readonly #limit = pLimit(MAX_QUESTIONS_AT_ONCE);
  readonly #pause = new AccountPause();
  readonly #asking = new Map<string, AbortController>();
  /** Of those, the ones that went out. */
  readonly #claimed = new Set<string>();
  readonly #wanted = new Map<string, EpochMs>();
  readonly #didFinish = this.#owned.add(new Emitter<Job>());
  readonly #didLoseAccess = this.#owned.add(new Emitter<Failure>());
  /** Running when last looked, to notice what other windows bring to an end. */
  #followed = NOBODY;
  #followedByList = NOBODY;
  #onScreen = NOBODY;
  #listWantedAt: EpochMs | undefined;
  #isListing = false;
  #isFocused: boolean;
  #hasAccess = true;
  #isDisposed = false;
  #isPlanDue = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #renewal: ReturnType<typeof setInterval> | undefined;

  /** Fires once for every job that ends while it is followed, lost ones included, whichever window asked. */
  readonly onDidFinish = this.#didFinish.event;

  /** Fires when the service refuses the account's secret. Nothing more is asked until `resume`. */
  readonly onDidLoseAccess = this.#didLoseAccess.event;

  constructor(options: JobWatcherOptions) {
    this.#options = options;
    this.#isFocused = options.isFocused;
    this.#owned.add(options.store.onDidChange(({ accountId }) => accountId === options.accountId && this.#replan()));
    this.#plan();
  }

  /** Keeps the job and follows it while it runs. One that is known stays as it is. */
  follow(job: Job): void {
    this.#options.store.add(job.nextCheckAt === undefined && isRunning(job) ? planned(job, Date.now()) : job);
  }

  /** Asks as soon as is decent about one running job or, without an id, about all. A pause of the account still holds. */
  askNow(syncId?: string): void {
    const now = Date.now();
    for (const job of this.#waiting()) {
      const isMeant = syncId === undefined ? !this.#followedByList.has(job.syncId) : job.syncId === syncId;
      if (isMeant) {
        this.#wanted.set(job.syncId, now);
      }
    }
    this.#listWantedAt = syncId === undefined ? now : this.#listWantedAt;
    this.#plan();
  }

  /** Learns from an answer about all connections, whoever asked for it, which jobs have ended. */
  learn(connections: readonly Connection[]): void {
    const { accountId, store } = this.#options;
    const ends = jobsProbablyOver(connections, store.list(accountId).filter(isRunning));
    // The user's own first: of those the service's own words matter most.
    ends.sort((a, b) => Number(b.job.origin === 'started') - Number(a.job.origin === 'started'));
    for (const [index, { job, status }] of ends.entries()) {
      if (status && index >= MAX_ENDS_ASKED && this.#followedByList.has(job.syncId)) {
        this.#change(job.syncId, (known) => ({ ...known, status, answeredAt: Date.now(), failure: undefined }));
      } else {
        this.#wanted.set(job.syncId, Date.now());
      }
    }
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

  /** To be called when the account's secret was seen to be accepted after all. */
  resume(): void {
    if (!this.#hasAccess) {
      this.#hasAccess = true;
      this.askNow();
    }
  }

  /** For how much longer the service wants to be left alone, in milliseconds, whichever window it told. */
  pauseLeftMs(): number {
    const { accountId, store } = this.#options;
    this.#pause.follow(store.pace(accountId), Date.now());
    return this.#pause.leftMs();
  }

  /** Counts a request that went out for another reason than ours. */
  countRequest(): void {
    this.#options.store.updatePace(this.#options.accountId, (pace) => spendSlot(pace, Date.now()));
  }

  /** To be told of what the service said about how many requests are left, with whatever answer. */
  heedRemaining(note: RateLimitNote): void {
    this.#options.store.updatePace(this.#options.accountId, (pace) => heedRemaining(pace, note, Date.now()));
  }

  /** Draws the conclusions of a failure that hold for the whole account, whoever met it. */
  heed(failure: Failure): void {
    const isRefused = failure.kind === 'unauthorized' || failure.kind === 'signedOut';
    if (isRefused && this.#hasAccess) {
      this.#hasAccess = false;
      this.#didLoseAccess.fire(failure);
    }
    if (failure.kind === 'rateLimited' || (failure.kind === 'unavailable' && failure.retryAfterMs !== undefined)) {
      this.#pause.begin(failure.retryAfterMs);
      const restSince = Date.now();
      const rest = { restSince, restUntil: restSince + this.#pause.leftMs() };
      this.#options.store.updatePace(this.#options.accountId, (pace) => ({ ...pace, ...rest }));
    }
  }

  /** Ends every question under way. What was learned stays in the store. */
  dispose(): void {
    if (this.#isDisposed) {
      return;
    }
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#renewal);
    this.#limit.clearQueue();
    this.#owned.dispose();
    const { accountId, store } = this.#options;
    for (const controller of this.#asking.values()) {
      controller.abort();
    }
    for (const syncId of this.#claimed) {
      // Whoever follows next need not wait until the claim runs out.
      store.update(accountId, syncId, (job) => (isRunning(job) ? released(job, Date.now()) : job));
    }
    if (this.#isListing) {
      store.updatePace(accountId, (pace) => ({ ...pace, listingUntil: 0 }));
    }
  }

  /** Many changes at a time are planned for once. */
  #replan(): void {
    if (!this.#isPlanDue) {
      this.#isPlanDue = true;
      void Promise.resolve().then(() => {
        this.#isPlanDue = false;
        this.#plan();
      });
    }
  }

  #plan(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isDisposed) {
      return;
    }
    this.#noticeEnds();
    this.#keepClaims();
    const now = Date.now();
    const plan = this.#hasAccess ? this.#nextPlan(now) : undefined;
    const soonest = plan === undefined ? Infinity : Math.min(plan.listAt ?? Infinity, ...dueTimes(plan));
    if (plan === undefined || soonest === Infinity) {
      return;
    }
    const delayMs = Math.max(soonest - now, plan.slotAt - now, this.pauseLeftMs(), 0);
    this.#timer = setTimeout(() => this.#askDue(), Math.min(Math.ceil(delayMs), LONGEST_TIMER_MS));
  }

  /** Undefined where nothing runs. */
  #nextPlan(now: EpochMs): AskPlan | undefined {
    const { accountId, list } = this.#options;
    const jobs = this.#waiting();
    if (jobs.length === 0) {
      return undefined;
    }
    const plan = planAsking(
      {
        accountId,
        jobs,
        pace: this.#paceWithQueue(now),
        isFocused: this.#isFocused,
        onScreen: this.#onScreen,
        wanted: this.#wanted,
        listWantedAt: this.#listWantedAt,
        canList: list !== undefined,
        isListing: this.#isListing,
      },
      now,
    );
    this.#followedByList = plan.followedByList;
    return plan;
  }

  #askDue(): void {
    const now = Date.now();
    const plan = this.#nextPlan(now);
    if (plan && this.pauseLeftMs() === 0) {
      let slots = freeSlots(this.#paceWithQueue(now), now);
      if (plan.listAt !== undefined && plan.listAt <= now && slots > 0 && this.#claimList(now)) {
        slots -= 1;
        void this.#listOnce();
      }
      const due = plan.questions.filter(({ at }) => at <= now);
      for (const { job } of due.slice(0, Math.max(0, slots))) {
        const controller = new AbortController();
        this.#asking.set(job.syncId, controller);
        void this.#limit(() => this.#question(job.syncId, controller.signal));
      }
    }
    this.#plan();
  }

  /** Questions that wait for their turn among the eight will go out, too. */
  #paceWithQueue(now: EpochMs): AccountPace {
    const { accountId, store } = this.#options;
    let pace = store.pace(accountId);
    for (let queued = this.#asking.size - this.#claimed.size; queued > 0; queued -= 1) {
      pace = spendSlot(pace, now);
    }
    return pace;
  }

  async #question(syncId: string, signal: AbortSignal): Promise<void> {
    try {
      if (this.#claim(syncId)) {
        this.#claimed.add(syncId);
        this.#keepClaims();
        this.#take(syncId, await this.#options.ask(syncId, signal));
      }
    } catch (error) {
      this.#survive(syncId, error);
    } finally {
      this.#asking.delete(syncId);
      this.#claimed.delete(syncId);
      this.#plan();
    }
  }

  /** Whether the question may go out: much can have happened while it waited for its turn. */
  #claim(syncId: string): boolean {
    const { accountId, store } = this.#options;
    const job = store.find(accountId, syncId);
    const now = Date.now();
    this.#wanted.delete(syncId);
    if (!job || !isRunning(job) || !this.#hasAccess || this.pauseLeftMs() > 0 || heldUntil(job, now) !== undefined) {
      return false;
    }
    const isClaimed = store.claim(accountId, syncId, job.nextCheckAt, now + LEASE_MS);
    if (isClaimed) {
      store.updatePace(accountId, (pace) => spendSlot(pace, now));
    }
    return isClaimed;
  }

  #claimList(now: EpochMs): boolean {
    const { accountId, store } = this.#options;
    const { listSettledAt } = store.pace(accountId);
    const listingUntil = now + LEASE_MS;
    let isClaimed = false;
    store.updatePace(accountId, (pace) => {
      isClaimed =
        pace.listSettledAt === listSettledAt && heldUntil({ askingUntil: pace.listingUntil }, now) === undefined;
      return isClaimed ? { ...spendSlot(pace, now), listingUntil } : pace;
    });
    return isClaimed;
  }

  async #listOnce(): Promise<void> {
    const { accountId, store, list } = this.#options;
    this.#isListing = true;
    this.#listWantedAt = undefined;
    const failure = await list?.();
    this.#isListing = false;
    if (this.#isDisposed) {
      return;
    }
    store.updatePace(accountId, (pace) => ({
      ...pace,
      listSettledAt: Date.now(),
      listingUntil: 0,
      listFailuresInARow: failure ? pace.listFailuresInARow + 1 : 0,
    }));
    this.#options.log.debug(
      `Asked for all connections about ${this.#followedByList.size} jobs: ${failure ? failure.kind : 'answered'}`,
    );
    if (failure) {
      this.heed(failure);
    }
    this.#plan();
  }

  /** A question that takes long is held on to, and let go of soon after this window is gone. */
  #keepClaims(): void {
    if (this.#claimed.size === 0) {
      clearInterval(this.#renewal);
      this.#renewal = undefined;
      return;
    }
    this.#renewal ??= setInterval(() => {
      const { accountId, store } = this.#options;
      const until = Date.now() + LEASE_MS;
      for (const syncId of this.#claimed) {
        const renewed = { askingUntil: until, nextCheckAt: until };
        store.update(accountId, syncId, (job) => (isRunning(job) ? { ...job, ...renewed } : job));
      }
    }, LEASE_MS / 2);
  }

  #take(syncId: string, result: AskResult): void {
    if (this.#isDisposed) {
      return;
    }
    if (result.kind === 'status') {
      const { status, requestId } = result;
      this.#pause.forget();
      this.#change(syncId, (job) => ({ ...afterAnswer(job), status, answeredAt: Date.now(), requestId }));
    } else {
      const { failure } = result;
      this.heed(failure);
      this.#change(syncId, (job) => afterFailure(job, failure, Date.now()));
    }
  }

  /** The loop outlives any defect of ours: the job is asked about again, later each time. */
  #survive(syncId: string, error: unknown): void {
    if (!this.#isDisposed) {
      this.#options.log.error(`Asking about job ${syncId} broke: ${String(error)}`);
      this.#change(syncId, (job) => afterFailure(job, undefined, Date.now()));
    }
  }

  /** Writes what was learned, unless the job has ended or gone meanwhile. */
  #change(syncId: string, change: (job: Job) => Job): void {
    const { accountId, store, log } = this.#options;
    const update = store.update(accountId, syncId, (job) => (isRunning(job) ? settled(change(job)) : job));
    if (update && isRunning(update.before)) {
      log.debug(describe(update.after));
    }
    if (update && !isRunning(update.after) && isRunning(update.before)) {
      this.#wanted.delete(syncId);
      if (
        update.after.origin === 'adopted' &&
        update.before.status === undefined &&
        !this.#followedByList.has(syncId)
      ) {
        // The connection named a sync that had ended long before: nothing that anybody wants to follow.
        this.#followed = without(this.#followed, syncId);
        store.remove(accountId, syncId);
      }
    }
  }

  /** Tells of every job that ran when last looked and has ended since, here or in another window. */
  #noticeEnds(): void {
    const { accountId, store } = this.#options;
    const jobs = store.list(accountId);
    const before = this.#followed;
    this.#followed = new Set(jobs.filter(isRunning).map(({ syncId }) => syncId));
    for (const job of jobs) {
      if (before.has(job.syncId) && !isRunning(job)) {
        this.#didFinish.fire(job);
      }
    }
  }

  #waiting(): Job[] {
    const { accountId, store } = this.#options;
    return store.list(accountId).filter((job) => isRunning(job) && !this.#asking.has(job.syncId));
  }
}

function dueTimes({ questions }: AskPlan): number[] {
  return [questions.reduce((soonest, { at }) => Math.min(soonest, at), Infinity)];
}

function settled(job: Job): Job {
  return isRunning(job) ? planned(job, Date.now()) : { ...job, nextCheckAt: undefined, askingUntil: undefined };
}

function without(all: ReadonlySet<string>, one: string): ReadonlySet<string> {
  return new Set([...all].filter((each) => each !== one));
}

function describe({ syncId, failure, status, answeredAt, nextCheckAt }: Job): string {
  const now = Date.now();
  const word = JSON.stringify(status?.status ?? '');
  const age = answeredAt === undefined ? 'never answered' : `${word} ${Math.max(0, now - answeredAt)} ms ago`;
  const answer = failure ? `no answer (${failure.kind}), last ${age}` : age;
  const next = nextCheckAt === undefined ? 'ended' : `asked again in ${Math.round(nextCheckAt - now)} ms`;
  return `Job ${syncId}: ${answer}, ${next}`;
}
