import type { Disposable } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import { monotonicNow } from '../../base/monotonicClock.ts';
import type { MonotonicMs } from '../../base/monotonicClock.ts';
import type { Failure } from '../../model/failure.ts';
import type { JobStatus } from '../../model/jobStatus.ts';
import type { ResponseIds } from '../../model/responseMeta.ts';
import type { ServiceHealth } from './serviceHealth.ts';
import type { ListState } from './pollPlanner.ts';
import type { RateLimiter } from './rateLimiter.ts';
import type { StatusRecorder } from './statusRecorder.ts';

const MAX_IN_FLIGHT = 8;

/** The result of polling one job. A poll without a usable response is a value, never thrown. */
export type PollResult =
  | ({ readonly kind: 'status'; readonly status: JobStatus } & ResponseIds)
  | { readonly kind: 'failure'; readonly failure: Failure };

export interface StatusPollerOptions {
  /** Requests a job's status. Rejects only if `signal` is aborted, or because of a bug. */
  readonly poll: (syncId: string, signal: AbortSignal) => Promise<PollResult>;
  /** Lists all connections; `recordList` gets the response. Resolves to the failure, if any; rejects only because of a bug. */
  readonly list?: (() => Promise<Failure | undefined>) | undefined;
  readonly health: ServiceHealth;
  readonly limiter: RateLimiter;
  readonly recorder: StatusRecorder;
  /** Called after each request, whatever its outcome. */
  readonly onDidSettle: () => void;
  readonly log: Logger;
}

/** Sends the requests of the window that holds the lease, and has their responses recorded. */
export class StatusPoller implements Disposable {
  readonly #options: StatusPollerOptions;
  readonly #inFlight = new Map<string, AbortController>();
  #list: ListState = {
    isInFlight: false,
    settledAt: undefined,
    failuresInARow: 0,
    isDueEarly: false,
    byteLength: 0,
    tookMs: 0,
  };
  /** When this window requested the list that is in flight. */
  #listSentAt: MonotonicMs | undefined;
  #isDisposed = false;

  constructor(options: StatusPollerOptions) {
    this.#options = options;
  }

  /** How many more jobs may be polled now. */
  get freeSlots(): number {
    return Math.min(MAX_IN_FLIGHT - this.#inFlight.size, this.#options.limiter.freeSlots());
  }

  get isFull(): boolean {
    return this.#inFlight.size >= MAX_IN_FLIGHT;
  }

  /** By the ids of the jobs that are being polled. */
  get inFlight(): ReadonlyMap<string, unknown> {
    return this.#inFlight;
  }

  /** Undefined where connections can't be listed. */
  get listState(): ListState | undefined {
    return this.#options.list && this.#list;
  }

  poll(syncId: string): void {
    this.#options.limiter.spend();
    void this.#poll(syncId, monotonicNow());
  }

  list(): void {
    this.#list = { ...this.#list, isInFlight: true, isDueEarly: false };
    this.#listSentAt = monotonicNow();
    void this.#listAll();
  }

  listSoon(): void {
    this.#list = { ...this.#list, isDueEarly: true };
  }

  /** Call this with every list of connections, whatever it was requested for: it counts as if this poller had requested it. */
  recordList(byteLength: number): void {
    this.#options.limiter.spend();
    const settledAt = monotonicNow();
    const { settledAt: lastAt, byteLength: before, tookMs } = this.#list;
    this.#list = {
      ...this.#list,
      settledAt,
      failuresInARow: 0,
      // The average, because a response without changes may be empty, and the next one complete.
      byteLength: lastAt === undefined ? byteLength : (before + byteLength) / 2,
      tookMs: this.#listSentAt === undefined ? tookMs : settledAt - this.#listSentAt,
    };
  }

  /** Cancels every poll in flight. A list can't be cancelled. */
  cancel(): void {
    this.#inFlight.forEach((controller) => controller.abort());
    this.#inFlight.clear();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.cancel();
  }

  async #poll(syncId: string, sentAt: MonotonicMs): Promise<void> {
    const { poll, recorder, onDidSettle, log } = this.#options;
    const controller = new AbortController();
    const { signal } = controller;
    this.#inFlight.set(syncId, controller);
    try {
      const result = await poll(syncId, signal);
      if (!signal.aborted) {
        this.#record(syncId, sentAt, result);
      }
    } catch (error) {
      // A bug must not end polling: the job is polled again, after increasing delays.
      if (!signal.aborted) {
        log.error(`Polling job ${syncId} failed unexpectedly: ${String(error)}`);
        recorder.recordFailure(syncId, sentAt);
      }
    }
    if (!signal.aborted) {
      this.#inFlight.delete(syncId);
      onDidSettle();
    }
  }

  #record(syncId: string, sentAt: MonotonicMs, result: PollResult): void {
    const { health, recorder } = this.#options;
    if (result.kind === 'status') {
      health.recordJobStatus();
      recorder.recordStatus(syncId, sentAt, result.status, result);
    } else {
      health.recordFailure(result.failure);
      recorder.recordFailure(syncId, sentAt, result.failure);
    }
  }

  async #listAll(): Promise<void> {
    const { list, health, limiter, onDidSettle, log } = this.#options;
    let failure: Failure | 'defect' | undefined;
    try {
      failure = await list?.();
    } catch (error) {
      failure = 'defect';
      if (!this.#isDisposed) {
        log.error(`Listing all connections failed unexpectedly: ${String(error)}`);
      }
    }
    if (this.#isDisposed) {
      return;
    }
    if (failure !== undefined) {
      limiter.spend();
    }
    const failuresInARow = failure === undefined ? 0 : this.#list.failuresInARow + 1;
    this.#listSentAt = undefined;
    this.#list = { ...this.#list, isInFlight: false, settledAt: monotonicNow(), failuresInARow };
    if (failure !== undefined && failure !== 'defect') {
      log.debug(`Listing all connections failed: ${failure.kind}`);
      health.recordFailure(failure);
    }
    onDidSettle();
  }
}
