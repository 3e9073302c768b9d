import type { Disposable } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import type { Failure } from '../../model/failure.ts';
import type { AccountHealth } from './accountHealth.ts';
import type { PollResult } from './pollResult.ts';
import { Claims } from './claims.ts';
import { StatusRecorder } from './statusRecorder.ts';
import type { JobStore } from '../store/jobStore.ts';

const MAX_AT_ONCE = 8;

export interface StatusPollerOptions {
  readonly accountId: string;
  readonly store: JobStore;
  readonly standing: AccountHealth;
  /** Asks the service. Rejects only when `signal` fires, or on a defect of ours. */
  readonly ask: (syncId: string, signal: AbortSignal) => Promise<PollResult>;
  /** Lists all connections, which updates the feed. Resolves to the failure, if any; rejects only on a defect of ours. */
  readonly list?: (() => Promise<Failure | undefined>) | undefined;
  /** After each question, whatever came of it. */
  readonly onDidSettle: () => void;
  readonly log: Logger;
}

/** Asks the service: claims a question, asks it, writes down what came of it, and lets it go. */
export class StatusPoller implements Disposable {
  readonly #options: StatusPollerOptions;
  readonly #claims: Claims;
  readonly #lifetime = new AbortController();
  readonly findings: StatusRecorder;

  constructor(options: StatusPollerOptions) {
    const { accountId, store, log } = options;
    this.#options = options;
    this.#claims = new Claims(accountId, store);
    this.findings = new StatusRecorder({ accountId, store, claimOf: (syncId) => this.#claims.of(syncId), log });
  }

  /** How many more questions about single jobs may be under way. */
  get room(): number {
    return MAX_AT_ONCE - this.#claims.count;
  }

  /** Whether this window has a question about the job or, without an id, about all connections under way. */
  isAsking(syncId?: string): boolean {
    return this.#claims.of(syncId) !== undefined;
  }

  /** Says whether the question went out; another window may have been quicker. `isTurn`: see `Claims.take`. */
  askAbout(syncId: string, isTurn: boolean): boolean {
    const isTaken = this.#claims.take(syncId, isTurn);
    if (isTaken) {
      void this.#ask(syncId);
    }
    return isTaken;
  }

  askForAll(): boolean {
    const isTaken = this.#claims.takeList();
    if (isTaken) {
      void this.#list();
    }
    return isTaken;
  }

  /** Calls off every question under way. What was learned stays in the store. */
  dispose(): void {
    this.#lifetime.abort();
    this.#claims.dispose();
  }

  async #ask(syncId: string): Promise<void> {
    const { ask, onDidSettle, log } = this.#options;
    const { signal } = this.#lifetime;
    try {
      const result = await ask(syncId, signal);
      if (!signal.aborted) {
        this.#take(syncId, result);
      }
    } catch (error) {
      // The loop outlives any defect of ours: the job is asked about again, later each time.
      if (!signal.aborted) {
        log.error(`Asking about job ${syncId} broke: ${String(error)}`);
        this.findings.noteFailure(syncId);
      }
    } finally {
      this.#claims.end(syncId);
      onDidSettle();
    }
  }

  #take(syncId: string, result: PollResult): void {
    const { standing } = this.#options;
    if (result.kind === 'status') {
      standing.heedAnswer();
      this.findings.noteStatus(syncId, result.status, result.requestId);
    } else {
      standing.heed(result.failure);
      this.findings.noteFailure(syncId, result.failure);
    }
  }

  async #list(): Promise<void> {
    const { list, standing, onDidSettle, log } = this.#options;
    const { signal } = this.#lifetime;
    let failure: Failure | undefined;
    let isDefect = false;
    try {
      failure = await list?.();
    } catch (error) {
      isDefect = true;
      if (!signal.aborted) {
        log.error(`Asking for all connections broke: ${String(error)}`);
      }
    }
    if (signal.aborted) {
      return;
    }
    this.#claims.endList({ isFailed: isDefect || failure !== undefined });
    log.debug(`Asked for all connections to follow their syncs: ${failure?.kind ?? (isDefect ? 'broke' : 'answered')}`);
    if (failure) {
      standing.heed(failure);
    }
    onDidSettle();
  }
}
