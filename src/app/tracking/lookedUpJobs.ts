import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import { monotonicNow, plusMs } from '../../base/monotonicClock.ts';
import type { MonotonicMs } from '../../base/monotonicClock.ts';
import { MINUTE_MS } from '../../base/time.ts';
import type { JobWatcher } from '../../jobs/polling/jobWatcher.ts';
import type { PollResult } from '../../jobs/polling/statusPoller.ts';
import type { Connection } from '../../model/connection.ts';
import type { Failure } from '../../model/failure.ts';
import { isRunning, newJob } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';

const MAX_CACHED = 500;
/** How long a failed lookup is not repeated. */
const FAILURE_TTL_MS = MINUTE_MS;

/** The result of looking up a job. */
export type LookUpResult =
  { readonly kind: 'job'; readonly job: Job } | { readonly kind: 'failure'; readonly failure: Failure };

/** The connection of a job. */
export type JobConnection = Pick<Connection, 'entityId' | 'entityName'>;

export interface LookUpOptions {
  /** The connection of the job; by default the one whose last sync it is. */
  readonly connection?: JobConnection;
  /** The ID of the connection, where no more than that is known of it, as after a reload. */
  readonly entityId?: string | undefined;
  /** Whether to repeat a lookup that has failed recently, because the user asked again. */
  readonly isRetry?: boolean;
}

interface CachedResult {
  readonly result: LookUpResult;
  /** Undefined for a result that never expires. */
  readonly expiresAt: MonotonicMs | undefined;
}

interface LookedUpJobsOptions {
  readonly accountId: string;
  readonly watcher: Pick<JobWatcher, 'lookups' | 'adopt'>;
  /** The connection with this ID or, if it is not known, the one whose last sync this is. */
  readonly findConnection: (syncId: string, entityId: string | undefined) => Promise<JobConnection | undefined>;
}

/**
 * Jobs that are not tracked: their status is requested once, and cached in this window. A failure is cached as well, for a while or, if the
 * service doesn't have the job, for good. A running job is tracked from then on.
 */
export class LookedUpJobs implements Disposable {
  readonly #options: LookedUpJobsOptions;
  readonly #didLookUp = new Emitter<Job>();
  /** By sync ID, the latest last. */
  readonly #cache = new Map<string, CachedResult>();
  #isDisposed = false;

  /** Fires when a job was found or has changed. */
  readonly onDidLookUp = this.#didLookUp.event;

  constructor(options: LookedUpJobsOptions) {
    this.#options = options;
  }

  find(syncId: string): Job | undefined {
    const result = this.#cachedResult(syncId);
    return result?.kind === 'job' ? result.job : undefined;
  }

  /** Undefined if the account changed meanwhile. */
  async lookUp(
    syncId: string,
    { connection, entityId, isRetry = false }: LookUpOptions = {},
  ): Promise<LookUpResult | undefined> {
    const cached = this.#cachedResult(syncId);
    const isReusable = cached?.kind === 'job' ? !isRunning(cached.job) : !isRetry;
    if (cached !== undefined && isReusable) {
      return cached;
    }
    const polled = await this.#options.watcher.lookups.lookUp(syncId);
    const jobConnection = polled && (connection ?? (await this.#options.findConnection(syncId, entityId)));
    // After a sign-out, nothing of the account may be stored.
    return polled === undefined || this.#isDisposed ? undefined : this.#keep(syncId, polled, jobConnection);
  }

  /** Changes those of these jobs that were looked up. */
  update(syncIds: readonly string[], change: (job: Job) => Job): void {
    for (const syncId of syncIds) {
      const cached = this.#cache.get(syncId);
      if (cached?.result.kind === 'job') {
        const job = change(cached.result.job);
        this.#cache.set(syncId, { ...cached, result: { kind: 'job', job } });
        this.#didLookUp.fire(job);
      }
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#didLookUp.dispose();
    this.#cache.clear();
  }

  /** The result of the last lookup; undefined if it must be repeated. */
  #cachedResult(syncId: string): LookUpResult | undefined {
    const cached = this.#cache.get(syncId);
    return cached && (cached.expiresAt === undefined || cached.expiresAt > monotonicNow()) ? cached.result : undefined;
  }

  /** Tracks a job that is running, and caches any other result. */
  #keep(syncId: string, polled: PollResult, connection: JobConnection | undefined): LookUpResult {
    const result: LookUpResult =
      polled.kind === 'status' ? { kind: 'job', job: this.#jobOf(syncId, polled, connection) } : polled;
    const isFinal = result.kind === 'job' || result.failure.kind === 'notFound';
    this.#cache.delete(syncId);
    if (result.kind === 'failure' || !this.#adopt(result.job)) {
      this.#cache.set(syncId, { result, expiresAt: isFinal ? undefined : plusMs(monotonicNow(), FAILURE_TTL_MS) });
    }
    for (const oldest of [...this.#cache.keys()].slice(0, Math.max(0, this.#cache.size - MAX_CACHED))) {
      this.#cache.delete(oldest);
    }
    if (result.kind === 'job') {
      this.#didLookUp.fire(result.job);
    }
    return result;
  }

  /** Whether the job is tracked from now on: not if the user has stopped watching it. */
  #adopt(job: Job): boolean {
    // Without its connection, as in a link, it can't be listed, only shown.
    return isRunning(job) && job.entityId !== '' && this.#options.watcher.adopt([job]) > 0;
  }

  #jobOf(
    syncId: string,
    { status, requestId, correlationId }: Extract<PollResult, { kind: 'status' }>,
    { entityId, entityName }: JobConnection = { entityId: '', entityName: '' },
  ): Job {
    const now = Date.now();
    return newJob({
      accountId: this.#options.accountId,
      syncId,
      entityId,
      entityName,
      kind: 'sync',
      origin: 'adopted',
      knownSince: status.startedAt ?? status.completedAt ?? now,
      status,
      receivedAt: now,
      isSeen: true,
      requestId,
      correlationId,
    });
  }
}
