import { DisposableStore, MutableDisposable } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter, oncePerMicrotask } from '../../base/event.ts';
import type { EpochMs } from '../../base/time.ts';
import { sortJobs } from '../../jobs/history/jobList.ts';
import { isUnseenFailure } from '../../jobs/history/jobSummary.ts';
import { newJob } from '../../model/job.ts';
import type { Job, JobKind, SeenState, UploadSource } from '../../model/job.ts';
import type { StartedJob } from '../../model/upload.ts';
import type { Session, SessionState } from '../session/session.ts';
import { trackAccount } from './trackAccount.ts';
import type { AccountTracking, TrackingOptions } from './trackAccount.ts';
import { UnwatchedSyncs } from './unwatchedSyncs.ts';

interface JobTrackerOptions extends TrackingOptions {
  readonly session: Session;
  /** False for an account that was signed out: nothing is stored for it. */
  readonly isKnown: (accountId: string) => boolean;
}

/** What is known of a job that the service has just accepted. */
export interface JobDescription {
  readonly kind: JobKind;
  readonly entityName: string;
  readonly source?: UploadSource | undefined;
  /** Whose job it is, where the account may have changed since it was sent. Otherwise the session's. */
  readonly accountId?: string | undefined;
}

/** The jobs of the account that is signed in, followed while they run. Their history stays when the account changes. */
export class JobTracker implements Disposable {
  readonly #options: JobTrackerOptions;
  readonly #owned = new DisposableStore();
  readonly #didChange = this.#owned.add(new Emitter<void>());
  readonly #didFinish = this.#owned.add(new Emitter<Job>());
  readonly #didClaimOutcome = this.#owned.add(new Emitter<Job>());
  readonly #tracking = this.#owned.add(new MutableDisposable<AccountTracking>());
  #onScreen: readonly string[] = [];
  /** Fires once for many changes at a time. */
  readonly #changed = oncePerMicrotask(() => {
    this.#unwatched.see(this.jobs, Date.now());
    this.#didChange.fire();
  });
  #unwatched = new UnwatchedSyncs();

  readonly onDidChange = this.#didChange.event;

  /** Fires once for each job that ended while it was followed, adopted ones included. */
  readonly onDidFinish = this.#didFinish.event;

  /** Fires for each outcome that this window is the one to announce. */
  readonly onDidClaimOutcome = this.#didClaimOutcome.event;

  constructor(options: JobTrackerOptions) {
    const { session, store } = options;
    this.#options = options;
    this.#owned.add(session.onDidChange((state) => this.#enter(state)));
    this.#owned.add(
      store.onDidChange(({ accountId }) => accountId === this.#tracking.value?.accountId && this.#changed()),
    );
    this.#enter(session.state);
  }

  /** Running jobs first, then the latest to end first. Empty when signed out. */
  get jobs(): readonly Job[] {
    return this.#tracking.value ? sortJobs(this.#options.store.list(this.#tracking.value.accountId)) : [];
  }

  /** All that is known of syncs beside a list of connections that was requested at that moment; see `withJobs`. */
  syncsBeside(askedAt: EpochMs): readonly Job[] {
    return [...this.jobs, ...this.#unwatched.unknownSince(askedAt)];
  }

  /** Call this as soon as the service has accepted a sync or an upload. */
  start(started: StartedJob, of: JobDescription): Job {
    const { store, isKnown, windowId } = this.#options;
    const accountId = of.accountId ?? this.#tracking.value?.accountId ?? '';
    const ours = {
      entityId: started.entityId,
      entityName: of.entityName,
      kind: of.kind,
      origin: 'started',
      startMessage: started.message,
      source: of.source,
      isSeen: false,
      startedIn: windowId,
    } as const;
    const job = newJob({
      ...ours,
      accountId,
      syncId: started.syncId,
      knownSince: Date.now(),
      requestId: started.requestId,
    });
    if (!isKnown(accountId)) {
      return job;
    }
    if (accountId === this.#tracking.value?.accountId) {
      this.#tracking.value.watcher.follow(job);
    } else {
      store.add(job);
    }
    // A list of connections may have come in between, so that a window adopted the job. It may even have ended before its
    // start was answered, without an announcement.
    return (
      store.update(accountId, job.syncId, (known) => (known.startedIn ? known : { ...known, ...ours }))?.after ?? job
    );
  }

  /** Polls every running job as soon as the limits allow. */
  pollNow(): void {
    this.#tracking.value?.watcher.pollNow();
  }

  /** Call this when the service answered a refresh by hand: the pause it had requested is over. */
  endPause(): void {
    this.#tracking.value?.watcher.endPause();
  }

  setFocused(isFocused: boolean): void {
    this.#tracking.value?.watcher.setFocused(isFocused);
  }

  /** Every state the job was seen in, the first one first. */
  history(syncId: string): readonly SeenState[] {
    return this.#tracking.value ? this.#options.store.history(this.#tracking.value.accountId, syncId) : [];
  }

  /** The jobs whose page is visible: each is polled alone, however many run. Holds for the next account, too. */
  setOnScreen(syncIds: readonly string[]): void {
    if (JSON.stringify(syncIds) !== JSON.stringify(this.#onScreen)) {
      this.#onScreen = syncIds;
      this.#tracking.value?.watcher.setOnScreen(new Set(syncIds));
    }
  }

  /** When any window first failed to reach the service; undefined while it is reachable. */
  get outageSince(): EpochMs | undefined {
    return this.#tracking.value?.watcher.health.outageSince;
  }

  /** Stops polling the job in every window, and forgets it. The service goes on with it. */
  stopWatching(syncId: string): void {
    this.#options.store.dismiss(this.#tracking.value?.accountId ?? '', syncId);
  }

  forget(syncIds: readonly string[]): void {
    const { accountId = '' } = this.#tracking.value ?? {};
    for (const syncId of syncIds) {
      this.#options.store.remove(accountId, syncId);
    }
  }

  /** The user has looked at this failure or, without an id, at all of them. */
  markSeen(syncId?: string): void {
    for (const job of this.jobs.filter(isUnseenFailure)) {
      if (syncId === undefined || job.syncId === syncId) {
        this.#options.store.update(job.accountId, job.syncId, (unseen) => ({ ...unseen, isSeen: true }));
      }
    }
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #enter(state: SessionState): void {
    this.#unwatched = new UnwatchedSyncs();
    // The previous account lets go of its lease first.
    this.#tracking.clear();
    if (state.kind === 'signedIn') {
      const tracking = trackAccount(state, this.#options);
      tracking.watcher.setOnScreen(new Set(this.#onScreen));
      tracking.watcher.onDidFinish((job) => this.#didFinish.fire(job));
      tracking.outcomes.onDidClaim((job) => this.#didClaimOutcome.fire(job));
      this.#tracking.value = tracking;
    }
    this.#changed();
  }
}
