import { randomUUID } from 'node:crypto';
import { DisposableStore, MutableDisposable } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import { oncePerMicrotask } from '../../base/throttle.ts';
import type { EpochMs } from '../../base/time.ts';
import { JobCollection } from '../../jobs/history/jobCollection.ts';
import type { Jobs } from '../../jobs/history/jobCollection.ts';
import type { JobStoreChange } from '../../jobs/store/jobStore.ts';
import { isUnseenFailure } from '../../model/job.ts';
import type { Job, JobKey, StatusChange } from '../../model/job.ts';
import type { StartedJob } from '../../model/upload.ts';
import type { LookUpOptions, LookUpResult } from './lookedUpJobs.ts';
import type { Session, SessionState } from '../session/session.ts';
import { withName } from './jobNames.ts';
import { JobRemovals } from './jobRemovals.ts';
import type { UndoRemoval } from './jobRemovals.ts';
import { CollectedChanges } from './jobsChange.ts';
import type { JobsChange } from './jobsChange.ts';
import type { ClaimedJobs } from './outcomeClaims.ts';
import { StartedJobs } from './startedJobs.ts';
import type { JobDescription } from './startedJobs.ts';
import { trackAccount } from './trackAccount.ts';
import type { AccountTracking, TrackingOptions } from './trackAccount.ts';
import { UnwatchedSyncs } from './unwatchedSyncs.ts';

interface JobTrackerOptions extends TrackingOptions {
  readonly session: Session;
  /** False for an account that was signed out: nothing is stored for it. */
  readonly hasAccount: (accountId: string) => boolean;
}

const NO_JOBS: Jobs = new JobCollection();

/** The jobs of the account that is signed in, polled while they run. Their history stays when the account changes. */
export class JobTracker implements Disposable {
  readonly #options: JobTrackerOptions;
  readonly #owned = new DisposableStore();
  readonly #didChange = this.#owned.add(new Emitter<JobsChange>());
  readonly #didFinish = this.#owned.add(new Emitter<Job>());
  readonly #didClaimOutcome = this.#owned.add(new Emitter<ClaimedJobs>());
  readonly #tracking = this.#owned.add(new MutableDisposable<AccountTracking>());
  #onScreen: readonly string[] = [];
  /** Fires once after many changes. */
  readonly #fireSoon = oncePerMicrotask(() => this.#didChange.fire(this.#changes.take()));
  readonly #changes = new CollectedChanges();
  readonly #removals: JobRemovals;
  readonly #started: StartedJobs;
  #unwatched = new UnwatchedSyncs();
  /** Batches to which jobs are still added. They outlast a change of the account, which may be entered again meanwhile. */
  readonly #openBatches = new Set<string>();

  /** Also fires, without a change of a job, when the service refuses the account's secret, or accepts it again. */
  readonly onDidChange = this.#didChange.event;

  /** Fires once for each job that ended while it was tracked, adopted ones included. */
  readonly onDidFinish = this.#didFinish.event;

  /** Fires for each outcome that this window is the one to announce: of one job, or of all jobs of a batch. */
  readonly onDidClaimOutcome = this.#didClaimOutcome.event;

  constructor(options: JobTrackerOptions) {
    const { session, store } = options;
    this.#options = options;
    this.#owned.add(session.onDidChange((state) => this.#switchTo(state)));
    this.#owned.add(
      store.onDidChange((change) => change.accountId === this.#tracking.value?.accountId && this.#handleChange(change)),
    );
    this.#started = new StartedJobs({
      windowId: options.windowId,
      store: (accountId, jobs) => this.#addStarted(accountId, jobs),
    });
    const accountId = (): string | undefined => this.#tracking.value?.accountId;
    this.#removals = this.#owned.add(new JobRemovals({ store, accountId, hasAccount: options.hasAccount }));
    this.#switchTo(session.state);
  }

  /** The jobs as any window last wrote them. Empty when signed out. */
  get jobs(): Jobs {
    return this.#tracking.value ? this.#options.store.jobs(this.#tracking.value.accountId) : NO_JOBS;
  }

  /** A job that is tracked or was looked up. */
  find(syncId: string): Job | undefined {
    return this.jobs.find(syncId) ?? this.findLookedUp(syncId);
  }

  /** A job that is not tracked and was looked up. */
  findLookedUp(syncId: string): Job | undefined {
    return this.#tracking.value?.lookedUp.find(syncId);
  }

  /**
   * The job if it is known; otherwise its status is requested once, within the limits of the account. A finished one is not
   * tracked. Undefined if the account changes meanwhile.
   */
  async lookUp(syncId: string, options?: LookUpOptions): Promise<LookUpResult | undefined> {
    const job = this.jobs.find(syncId);
    return job ? { kind: 'job', job } : this.#tracking.value?.lookedUp.lookUp(syncId, options);
  }

  /**
   * Returns a function that finds the jobs with which to update a connection of the list requested at `requestedAt`: the tracked ones, and
   * syncs removed after that request. See `withJobs`. The store is read once, for all connections.
   */
  jobsForListAt(requestedAt: EpochMs): (entityId: string) => readonly Job[] {
    const tracked = this.jobs;
    const unwatched = this.#unwatched.missingFromListOf(requestedAt, Date.now());
    return (entityId) => {
      const missing = unwatched.get(entityId);
      const jobs = tracked.ofConnection(entityId);
      return missing ? [...jobs, ...missing] : jobs;
    };
  }

  /** Call this as soon as the service has accepted a sync or an upload. Returns the job as stored. */
  track(started: StartedJob, description: JobDescription): Job {
    const job = this.#started.add(started, description);
    return this.#options.store.find(job.accountId, job.syncId) ?? job;
  }

  /** As `track`, for one of many. Resolves once it is stored. */
  trackBatched(started: StartedJob, description: JobDescription): Promise<void> {
    return this.#started.addBatched(started, description);
  }

  /**
   * Runs `work`, which starts `count` jobs for one command. Their outcomes are announced together; `batch` goes into their
   * descriptions, and is undefined for a single job.
   */
  async inBatch<T>(count: number, work: (batch: string | undefined) => Promise<T>): Promise<T> {
    if (count < 2) {
      return work(undefined);
    }
    const batch = randomUUID();
    this.#openBatches.add(batch);
    try {
      return await work(batch);
    } finally {
      this.#openBatches.delete(batch);
      this.#tracking.value?.outcomes.checkSoon();
    }
  }

  /** False for an account that was signed out: its jobs are not tracked. */
  hasAccount(accountId: string): boolean {
    return this.#options.hasAccount(accountId);
  }

  /** Polls every running job as soon as the limits allow. */
  pollNow(): void {
    this.#tracking.value?.watcher.pollNow();
  }

  /** Call this when the service has responded to a manual refresh: the pause that it had requested is over. */
  endPause(): void {
    this.#tracking.value?.watcher.endPause();
  }

  setFocused(isFocused: boolean): void {
    this.#tracking.value?.watcher.setFocused(isFocused);
  }

  /** The changes of the job's status and step, oldest first. */
  history(syncId: string): readonly StatusChange[] {
    return this.#tracking.value ? this.#options.store.history(this.#tracking.value.accountId, syncId) : [];
  }

  /** The jobs whose page is visible: each is polled alone, however many run. Holds for the next account, too. */
  setOnScreen(syncIds: readonly string[]): void {
    if (JSON.stringify(syncIds) !== JSON.stringify(this.#onScreen)) {
      this.#onScreen = syncIds;
      this.#tracking.value?.watcher.setOnScreen(new Set(syncIds));
    }
  }

  /** Whether the service accepts the account's secret, as far as this window knows. False when signed out. */
  get hasAccess(): boolean {
    return this.#tracking.value?.watcher.health.hasAccess === true;
  }

  /** When any window first failed to reach the service; undefined while it is reachable. */
  get outageSince(): EpochMs | undefined {
    return this.#tracking.value?.watcher.health.outageSince;
  }

  /** Stops polling the jobs in every window, and removes them. The service goes on with them. */
  stopWatching(syncIds: readonly string[]): UndoRemoval {
    return this.#removals.stopWatching(syncIds);
  }

  remove(syncIds: readonly string[]): UndoRemoval {
    return this.#removals.remove(syncIds);
  }

  /** The user has looked at all failures. */
  markAllSeen(): void {
    this.#setSeen(this.jobs.unseenFailures);
  }

  /** The user has looked at these jobs, all of one account, which need no longer be the one that is signed in. */
  markSeen(jobs: readonly JobKey[]): void {
    const [first] = jobs;
    if (first !== undefined) {
      const seen = new Set(jobs.map(({ syncId }) => syncId));
      const { unseenFailures } = this.#options.store.jobs(first.accountId);
      this.#setSeen(unseenFailures.filter(({ syncId }) => seen.has(syncId)));
    }
  }

  /** Another job was started in place of each of these, which count as seen. All are of one account, as in `markSeen`. */
  markRetried(jobs: readonly JobKey[]): void {
    this.#update(jobs, (job) => (job.isRetried === true ? job : { ...job, isRetried: true, isSeen: true }));
  }

  dispose(): void {
    this.#started.dispose();
    // Whatever waits for a job learns that it is no longer tracked.
    this.#tracking.clear();
    this.#changes.addAll();
    this.#didChange.fire(this.#changes.take());
    this.#owned.dispose();
  }

  #switchTo(state: SessionState): void {
    this.#unwatched = new UnwatchedSyncs();
    // Releases the lease of the previous account first.
    this.#tracking.clear();
    if (state.kind === 'signedIn') {
      const tracking = trackAccount(state, { ...this.#options, openBatches: this.#openBatches });
      tracking.watcher.setOnScreen(new Set(this.#onScreen));
      tracking.watcher.health.onDidLoseAccess(this.#fireSoon);
      tracking.watcher.health.onDidRegainAccess(this.#fireSoon);
      tracking.watcher.onDidFinish((job) => this.#didFinish.fire(job));
      tracking.outcomes.onDidClaim((jobs) => this.#didClaimOutcome.fire(jobs));
      tracking.lookedUp.onDidLookUp((after) => {
        this.#changes.add({ syncId: after.syncId, before: undefined, after });
        this.#fireSoon();
      });
      this.#tracking.value = tracking;
    }
    this.#changes.addAll();
    this.#fireSoon();
  }

  /**
   * Stores jobs that were just started, and tracks those of this window's account. A job that a window has adopted in the meantime
   * becomes a started one (`asStarted`), so that its outcome is announced.
   */
  #addStarted(accountId: string, jobs: readonly Job[]): void {
    const { store, feed, hasAccount } = this.#options;
    if (accountId === this.#tracking.value?.accountId && hasAccount(accountId)) {
      // The connections may have been listed while the service accepted the job.
      this.#tracking.value.watcher.addStarted(jobs.map((job) => withName(job, feed)));
    } else if (hasAccount(accountId)) {
      store.addStarted(jobs);
    }
  }

  #setSeen(jobs: readonly JobKey[]): void {
    this.#update(jobs, (job) => (isUnseenFailure(job) ? { ...job, isSeen: true } : job));
  }

  #update(jobs: readonly JobKey[], change: (job: Job) => Job): void {
    const { store, hasAccount } = this.#options;
    const [first] = jobs;
    if (first !== undefined && hasAccount(first.accountId)) {
      const syncIds = jobs.map(({ syncId }) => syncId);
      store.updateAll(first.accountId, syncIds, change);
      if (first.accountId === this.#tracking.value?.accountId) {
        this.#tracking.value.lookedUp.update(syncIds, change);
      }
    }
  }

  #handleChange(change: JobStoreChange): void {
    this.#unwatched.handleChange(change, Date.now());
    this.#changes.add(change);
    this.#fireSoon();
  }
}
