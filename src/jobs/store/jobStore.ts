import type { Disposable } from '../../base/disposable.ts';
import type { Event } from '../../base/event.ts';
import type { MonotonicMs } from '../../base/monotonicClock.ts';
import type { EpochMs } from '../../base/time.ts';
import type { Job, StatusChange } from '../../model/job.ts';
import type { Jobs } from '../history/jobCollection.ts';

/** The job that was changed, added or removed; `syncId` is undefined if all jobs of the account were removed. */
export interface JobStoreChange {
  readonly accountId: string;
  readonly syncId: string | undefined;
  /** Undefined if it was added. */
  readonly before: Job | undefined;
  /** Undefined if it was removed. */
  readonly after: Job | undefined;
}

export type LeaseChange = (lease: LeaseRecord | undefined) => LeaseRecord | undefined;

/** A job before and after a change; the same object if nothing changed. */
export interface JobUpdate {
  readonly before: Job;
  readonly after: Job;
}

/** A job and its history, as they were before it was removed. */
export interface RemovedJob {
  readonly job: Job;
  readonly history: readonly StatusChange[];
}

/** A pause that the service asked for. It holds for every request of the account, in every window. */
export interface RetryAfterPause {
  readonly since: MonotonicMs;
  /** When the pause began by the system clock, which goes on while the machine is off. */
  readonly sinceEpoch: EpochMs;
  readonly until: MonotonicMs;
  /** How many pauses in a row there were without the status of a job in between. */
  readonly inARow: number;
}

/** Few requests are left: until that time, one is sent per interval, without bursts. */
export interface Slowdown {
  readonly until: MonotonicMs;
  readonly intervalMs: number;
}

/** What the service lets the account do, as last known to any window. */
export interface HealthRecord {
  readonly pause?: RetryAfterPause | undefined;
  readonly slowdown?: Slowdown | undefined;
  /** When the first of the latest requests failed to reach the service; undefined while it is reachable. */
  readonly outageSince?: EpochMs | undefined;
}

/** Which window polls for an account. */
export interface LeaseRecord {
  /** The window; undefined once it has released the lease. */
  readonly holder?: string | undefined;
  /** Without a renewal, the lease lapses at this moment. */
  readonly until: MonotonicMs;
  /** Whether the holder has the focus. */
  readonly isFocused: boolean;
  /** A focused window that waits for the lease. */
  readonly requestedBy?: string | undefined;
  /** The state of the holder's rate limiter when it last wrote the lease; see `RateLimiter`. */
  readonly bookedUntil: MonotonicMs;
}

/**
 * Stores the jobs of each account, and what is shared about polling them. Several windows may share a store: each method is
 * atomic, and reads what was last written by any window.
 */
export interface JobStore extends Disposable {
  readonly onDidChange: Event<JobStoreChange>;

  /** Fires with the account when its lease has another holder or is requested, or its holder gains or loses the focus. */
  readonly onDidChangeLease: Event<string>;

  /** The jobs as any window last wrote them. Updated in place, but only this call reads what other windows have written. */
  jobs(accountId: string): Jobs;

  find(accountId: string, syncId: string): Job | undefined;

  /** The changes of the job's status and step, oldest first. */
  history(accountId: string, syncId: string): readonly StatusChange[];

  /**
   * Adds jobs of one account that were found, and returns how many. Does not replace a known job, nor add one that was dismissed. May
   * drop the oldest ended jobs.
   */
  addAll(jobs: readonly Job[]): number;

  /**
   * Adds jobs of one account that the user has started, and returns them as stored. A known one becomes one that
   * the user started; see `asStarted`.
   */
  addStarted(jobs: readonly Job[]): readonly Job[];

  /**
   * Changes jobs in one transaction. If `change` returns its argument, that job is not written. Those that don't exist are
   * left out.
   */
  updateAll(accountId: string, syncIds: readonly string[], change: (job: Job) => Job): readonly JobUpdate[];

  remove(accountId: string, ...syncIds: readonly string[]): void;

  /** Removes jobs, and prevents all windows from adopting them again for as long as finished jobs are kept. */
  dismiss(accountId: string, ...syncIds: readonly string[]): void;

  /**
   * Adds jobs of an account that were removed or dismissed, as they were, and allows windows to adopt them again. Does not replace a
   * job that is known by now.
   */
  restore(accountId: string, removed: readonly RemovedJob[]): void;

  health(accountId: string): HealthRecord;

  /** Changes the record atomically, and returns the new one. If `change` returns its argument, nothing is written. */
  updateHealth(accountId: string, change: (health: HealthRecord) => HealthRecord): HealthRecord;

  /** The last lease that could be read; undefined if there has been none. */
  lease(accountId: string): LeaseRecord | undefined;

  /**
   * Changes the lease atomically. Returns undefined and changes nothing while a short lock prevents reading it, because
   * another window may hold the lease.
   */
  updateLease(accountId: string, change: LeaseChange): LeaseRecord | undefined;
}
