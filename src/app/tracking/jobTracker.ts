import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import type { Logger } from '../../base/logger.ts';
import type { EpochMs } from '../../base/time.ts';
import { sortJobs } from '../../jobs/history/jobList.ts';
import type { JobStore } from '../../jobs/store/jobStore.ts';
import { isUnseenFailure } from '../../jobs/history/jobSummary.ts';
import { JobWatcher } from '../../jobs/polling/jobWatcher.ts';
import { OutcomeClaims } from '../../jobs/polling/outcomeClaims.ts';
import { SyncAdoption } from '../../jobs/polling/syncAdoption.ts';
import { UnwatchedSyncs } from '../../jobs/polling/unwatchedSyncs.ts';
import type { Connection } from '../../model/connection.ts';
import type { Failure } from '../../model/failure.ts';
import { newJob } from '../../model/job.ts';
import type { Job, JobKind, SeenState, UploadSource } from '../../model/job.ts';
import type { StartedJob } from '../../model/upload.ts';
import type { Session, SessionState } from '../session/session.ts';
import { fetchStatus } from './fetchStatus.ts';

interface JobTrackerOptions {
  readonly session: Session;
  readonly store: JobStore;
  /** False for an account that was signed out: nothing is written for it. */
  readonly isKnown: (accountId: string) => boolean;
  readonly isFocused: () => boolean;
  /** Asks for all connections, which come back through `adopt`. Resolves to why there are none. Never rejects. */
  readonly list: () => Promise<Failure | undefined>;
  /** Names this window; another after a reload. */
  readonly windowId: string;
  readonly log: Logger;
}

/** What is known of a job that the service has just accepted. */
export interface JobDescription {
  readonly kind: JobKind;
  readonly entityName: string;
  readonly source?: UploadSource | undefined;
  /** Whose job it is, where the account may have been changed since it was sent. Otherwise the one of the session. */
  readonly accountId?: string | undefined;
}

interface Following {
  readonly accountId: string;
  readonly watcher: JobWatcher;
  readonly adoption: SyncAdoption;
  readonly owned: Disposable;
}

/** The jobs of whoever is signed in, followed while they run. Their history stays when another account takes over. */
export class JobTracker implements Disposable {
  readonly #options: JobTrackerOptions;
  readonly #owned = new DisposableStore();
  readonly #didChange = this.#owned.add(new Emitter<void>());
  readonly #didFinish = this.#owned.add(new Emitter<Job>());
  readonly #didClaimOutcome = this.#owned.add(new Emitter<Job>());
  #following: Following | undefined;
  #onScreen: readonly string[] = [];
  #isChangeDue = false;
  #unwatched = new UnwatchedSyncs();

  readonly onDidChange = this.#didChange.event;

  /** Fires once for each job that ended while it was followed, adopted ones included. */
  readonly onDidFinish = this.#didFinish.event;

  /** Fires for each outcome that this window, of all, is the one to tell. */
  readonly onDidClaimOutcome = this.#didClaimOutcome.event;

  constructor(options: JobTrackerOptions) {
    const { session, store } = options;
    this.#options = options;
    this.#owned.add(session.onDidChange((state) => this.#enter(state)));
    this.#owned.add(store.onDidChange(({ accountId }) => accountId === this.#following?.accountId && this.#changed()));
    this.#enter(session.state);
  }

  /** Running ones first, then the latest to end first. Empty where nobody is signed in. */
  get jobs(): readonly Job[] {
    return this.#following ? sortJobs(this.#options.store.list(this.#following.accountId)) : [];
  }

  /** All that is known of syncs beside a list of connections that was asked for at that moment; see `withJobs`. */
  syncsBeside(askedAt: EpochMs): readonly Job[] {
    return [...this.jobs, ...this.#unwatched.unknownSince(askedAt)];
  }

  /** To be called as soon as the service has accepted a sync or an upload. */
  start(started: StartedJob, of: JobDescription): Job {
    const { store, isKnown, windowId } = this.#options;
    const accountId = of.accountId ?? this.#following?.accountId ?? '';
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
    if (accountId === this.#following?.accountId) {
      this.#following.watcher.follow(job);
    } else {
      store.add(job);
    }
    // A list of connections may have come in between, so that some window took the job for somebody else's. It may even
    // have ended before its start was answered; as one of ours nobody has heard of it yet.
    return (
      store.update(accountId, job.syncId, (known) => (known.startedIn ? known : { ...known, ...ours }))?.after ?? job
    );
  }

  /** To be called with every answer to GET /connections. */
  adopt(connections: readonly Connection[]): void {
    if (!this.#following) {
      return;
    }
    const { watcher, adoption } = this.#following;
    // The service took the secret for this answer, so it is worth asking with it again.
    watcher.resume();
    adoption.adopt(connections);
    watcher.learn(connections);
  }

  /** Polls every running job as soon as the limits allow. */
  askNow(): void {
    this.#following?.watcher.pollNow();
  }

  /** To be called when the service answered a refresh by hand: it no longer wants to be left alone. */
  endPause(): void {
    this.#following?.watcher.endPause();
  }

  setFocused(isFocused: boolean): void {
    this.#following?.watcher.setFocused(isFocused);
  }

  /** Every state the job was seen in, the first one first. */
  history(syncId: string): readonly SeenState[] {
    return this.#following ? this.#options.store.history(this.#following.accountId, syncId) : [];
  }

  /** The jobs whose page is visible: each is asked about alone, however many run. Holds for the next account, too. */
  setOnScreen(syncIds: readonly string[]): void {
    if (JSON.stringify(syncIds) !== JSON.stringify(this.#onScreen)) {
      this.#onScreen = syncIds;
      this.#following?.watcher.setOnScreen(new Set(syncIds));
    }
  }

  /** For how much longer the service wants to be left alone, in milliseconds. */
  pauseLeftMs(): number {
    return this.#following?.watcher.health.pauseLeftMs() ?? 0;
  }

  /** When the service was no longer reached, by whatever window; undefined while it is. */
  get outageSince(): EpochMs | undefined {
    return this.#following?.watcher.health.outageSince;
  }

  /** Asks no more about the job, in no window, and forgets it; the service goes on with it. */
  stopWatching(syncId: string): void {
    this.#options.store.dismiss(this.#following?.accountId ?? '', syncId);
  }

  forget(syncIds: readonly string[]): void {
    const { accountId = '' } = this.#following ?? {};
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
    this.#following?.owned.dispose();
    this.#following = undefined;
    this.#owned.dispose();
  }

  #enter(state: SessionState): void {
    this.#following?.owned.dispose();
    this.#unwatched = new UnwatchedSyncs();
    this.#following = state.kind === 'signedIn' ? this.#follow(state) : undefined;
    this.#changed();
  }

  #follow({ account, client }: Extract<SessionState, { kind: 'signedIn' }>): Following {
    const { session, store, isFocused, list, windowId, log } = this.#options;
    const owned = new DisposableStore();
    const watcher = owned.add(
      new JobWatcher({
        accountId: account.id,
        store,
        poll: (syncId, signal) => fetchStatus(client, syncId, signal),
        list,
        isFocused: isFocused(),
        log,
      }),
    );
    watcher.setOnScreen(new Set(this.#onScreen));
    const outcomes = owned.add(new OutcomeClaims({ accountId: account.id, store, windowId }));
    owned.add(watcher.onDidFinish((job) => this.#didFinish.fire(job)));
    owned.add(watcher.health.onDidLoseAccess((failure) => session.noteFailure(failure)));
    owned.add(outcomes.onDidClaim((job) => this.#didClaimOutcome.fire(job)));
    owned.add(client.onDidTellLimit((note) => watcher.noteRemaining(note)));
    owned.add(client.onDidAnswer(() => watcher.health.noteReached()));
    // Whatever it was that the service refused, a sync that was started as well: when it asks for a rest, that holds for all.
    owned.add(client.onDidFail((failure) => watcher.health.noteFailure(failure)));
    const follow = (job: Job): boolean => watcher.follow(job);
    const adoption = new SyncAdoption({ accountId: account.id, store, follow, log });
    return { accountId: account.id, watcher, adoption, owned };
  }

  /** Many changes at a time are one to whoever draws them. */
  #changed(): void {
    if (!this.#isChangeDue) {
      this.#isChangeDue = true;
      queueMicrotask(() => {
        this.#isChangeDue = false;
        this.#unwatched.see(this.jobs, Date.now());
        this.#didChange.fire();
      });
    }
  }
}
