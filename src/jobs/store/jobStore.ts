import type { Disposable } from '../../base/disposable.ts';
import type { Event } from '../../base/event.ts';
import type { MonotonicMs } from '../../base/monotonicClock.ts';
import type { Job, SeenState } from '../../model/job.ts';
import type { RateLimiterState } from '../polling/rateLimiter.ts';

/** Which job changed, was added or removed; `syncId` is undefined where all of the account's may have. */
export interface JobStoreChange {
  readonly accountId: string;
  readonly syncId: string | undefined;
}

/** A job before and after a change; the same object where nothing changed. */
export interface JobUpdate {
  readonly before: Job;
  readonly after: Job;
}

/**
 * What is remembered about jobs, an account at a time. A store may be shared: everything here is one step for whoever
 * else reads or writes it, and what is read is what the last writer left, whoever that was.
 */
export interface JobStore extends Disposable {
  readonly onDidChange: Event<JobStoreChange>;

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

  /**
   * Takes the next question about a job: moves `nextCheckAt` and `askingUntil` to `until` if the former still is
   * `expected`, and says whether it did. Who claims asks. One who never comes back leaves no lock behind: the question
   * is open again at `until`.
   */
  claim(accountId: string, syncId: string, expected: MonotonicMs | undefined, until: MonotonicMs): boolean;

  remove(accountId: string, syncId: string): void;

  /** Removes the job, and keeps it from being adopted again by any window for as long as a finished one is remembered. */
  dismiss(accountId: string, syncId: string): void;

  /** How fast the account is asked about, by all windows together. */
  pace(accountId: string): RateLimiterState;

  /** Changes the pace with nobody in between. A `change` that returns its argument writes nothing. Returns what it is now. */
  updatePace(accountId: string, change: (pace: RateLimiterState) => RateLimiterState): RateLimiterState;

  removeAccount(accountId: string): void;
}
