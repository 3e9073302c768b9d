import type { Disposable } from '../../base/disposable.ts';
import type { Event } from '../../base/event.ts';
import type { MonotonicMs } from '../../base/monotonicClock.ts';
import type { EpochMs } from '../../base/time.ts';
import type { Job, SeenState } from '../../model/job.ts';

/** Which job changed, was added or removed; `syncId` is undefined where all of the account's may have. */
export interface JobStoreChange {
  readonly accountId: string;
  readonly syncId: string | undefined;
}

export type LeaseChange = (lease: LeaseRecord | undefined) => LeaseRecord | undefined;

/** A job before and after a change; the same object where nothing changed. */
export interface JobUpdate {
  readonly before: Job;
  readonly after: Job;
}

/** A pause that the service asked for. It holds for every request of the account, in every window. */
export interface RetryAfterPause {
  readonly since: MonotonicMs;
  /** The same moment by the system clock, which goes on while the machine is off. */
  readonly sinceEpoch: EpochMs;
  readonly until: MonotonicMs;
  /** How many pauses in a row there were without a real answer in between. */
  readonly inARow: number;
}

/** What the service last let the account do, for all windows. */
export interface HealthRecord {
  readonly pause?: RetryAfterPause | undefined;
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
 * What is remembered about jobs, an account at a time. A store may be shared: everything here is one step for whoever
 * else reads or writes it, and what is read is what the last writer left, whoever that was.
 */
export interface JobStore extends Disposable {
  readonly onDidChange: Event<JobStoreChange>;

  /** Fires with the account when its lease has another holder, or is requested. A mere renewal fires nothing. */
  readonly onDidChangeLease: Event<string>;

  list(accountId: string): readonly Job[];

  find(accountId: string, syncId: string): Job | undefined;

  /** Every state the job was seen in, the first one first. */
  history(accountId: string, syncId: string): readonly SeenState[];

  /**
   * Adds the job, and says whether it did: one that is known stays as it is, and an adopted one that was dismissed stays
   * away. The oldest ended ones may be dropped for it.
   */
  add(job: Job): boolean;

  /** Adds the job, or replaces the one with the same account and id. */
  put(job: Job): void;

  /**
   * Reads a job, changes it and writes it back with nobody in between. A `change` that returns its argument writes
   * nothing. Undefined where there is no such job.
   */
  update(accountId: string, syncId: string, change: (job: Job) => Job): JobUpdate | undefined;

  remove(accountId: string, syncId: string): void;

  /** Removes the job, and keeps it from being adopted again by any window for as long as a finished one is remembered. */
  dismiss(accountId: string, syncId: string): void;

  health(accountId: string): HealthRecord;

  /** Changes it in one step. A `change` that returns its argument writes nothing. Returns the new value. */
  updateHealth(accountId: string, change: (health: HealthRecord) => HealthRecord): HealthRecord;

  /** The lease as far as it can be read; undefined where there never was one. */
  lease(accountId: string): LeaseRecord | undefined;

  /**
   * Changes the lease in one step, as `updateHealth` does. Returns undefined, and changes nothing, while a short lock keeps
   * the store from being read: another window may hold the lease.
   */
  updateLease(accountId: string, change: LeaseChange): LeaseRecord | undefined;

  removeAccount(accountId: string): void;
}
