import { randomUUID } from 'node:crypto';
import { monotonicNow, plusMs } from '../../base/monotonicClock.ts';
import type { MonotonicMs } from '../../base/monotonicClock.ts';
import type { JobStore, LeaseRecord } from '../store/jobStore.ts';
import { exhaustedAt } from './rateLimiter.ts';
import type { RateLimiter } from './rateLimiter.ts';

/** How long a window that was killed keeps the others from polling. A live one renews its lease after half of it. */
export const LEASE_MS = 10_000;
/** After sleep, every lease has lapsed. This gives the holder the time to renew it before another window takes it. */
const GRACE_MS = 500;
/** When to try again while the store is locked. */
const RETRY_MS = 1000;

interface PollLeaseOptions {
  readonly accountId: string;
  readonly store: JobStore;
  /** Handed over with the lease, so that the windows together keep to one limit. */
  readonly limiter: RateLimiter;
  /** Called when another window has taken the lease, and requests in flight must be cancelled. */
  readonly onDidLose: () => void;
}

/** The window that acquires or renews the lease. */
interface Candidate {
  readonly isFocused: boolean;
  /** False while something is in flight that must not be sent a second time. */
  readonly canHandOver: boolean;
}

/** This window's view of the lease of an account: at any time, one window holds it, and only that one polls. */
export class PollLease {
  readonly #options: PollLeaseOptions;
  readonly #windowId = randomUUID();
  /** Until when this window holds the lease. */
  #heldUntil: MonotonicMs | undefined;
  /** When another window's lease was first seen to have lapsed. */
  #lapsedAt: MonotonicMs | undefined;
  #nextAttemptAt: MonotonicMs | undefined;
  /** Whether another window may hand the lease to this one. */
  #isRequesting = false;

  constructor(options: PollLeaseOptions) {
    this.#options = options;
  }

  get isHeld(): boolean {
    return this.#heldUntil !== undefined && monotonicNow() < this.#heldUntil;
  }

  /** When to call `tryAcquireOrRenew` again, at the latest. */
  get nextAttemptAt(): MonotonicMs {
    return this.#nextAttemptAt ?? monotonicNow();
  }

  /**
   * Returns whether this window may poll now. Takes the lease when it is free, renews it in time, requests it for a focused
   * window from one that is not, and hands it over when requested.
   */
  tryAcquireOrRenew(candidate: Candidate): boolean {
    const { accountId, store, limiter } = this.#options;
    const known = store.lease(accountId);
    const now = monotonicNow();
    this.#lapsedAt = isLapsed(known, now) ? (this.#lapsedAt ?? now) : undefined;
    // The time is read after the lease: a later renewal by another window must not look like one from the future.
    const change = (lease: LeaseRecord | undefined): LeaseRecord | undefined =>
      this.#changed(lease, candidate, monotonicNow());
    const isSettled = change(known) === known;
    const lease = isSettled ? known : store.updateLease(accountId, change);
    if (lease === undefined) {
      // Unknown: a lock keeps the store from being read.
      this.#nextAttemptAt = plusMs(now, RETRY_MS);
      return this.isHeld;
    }
    this.#isRequesting = lease.requestedBy === this.#windowId;
    if (lease.holder !== this.#windowId) {
      this.#nextAttemptAt = lease.until > now ? lease.until : plusMs(this.#lapsedAt ?? now, GRACE_MS);
      this.#lose();
      return false;
    }
    if (this.#heldUntil === undefined) {
      limiter.continueFrom(lease.bookedUntil);
    }
    this.#heldUntil = lease.until;
    this.#nextAttemptAt = plusMs(lease.until, -LEASE_MS / 2);
    return true;
  }

  /** Frees the lease for any window if this one holds it, and withdraws its request. */
  release(): void {
    const { accountId, store, limiter } = this.#options;
    if (this.#heldUntil !== undefined || this.#isRequesting) {
      store.updateLease(accountId, (lease) =>
        lease?.holder === this.#windowId
          ? { until: monotonicNow(), isFocused: false, bookedUntil: limiter.bookedUntil }
          : this.#withdrawn(lease),
      );
      this.#heldUntil = undefined;
      this.#isRequesting = false;
    }
  }

  /** The lease as this window would change it; the same object if there is nothing to change. */
  #changed(lease: LeaseRecord | undefined, candidate: Candidate, now: MonotonicMs): LeaseRecord | undefined {
    // A lease that ends later than possible is from before the machine was restarted.
    if (lease?.holder === undefined || lease.until > plusMs(now, LEASE_MS)) {
      return this.#ownLease(candidate, now, lease?.bookedUntil);
    }
    return lease.holder === this.#windowId
      ? this.#renewedOrHandedOver(lease, candidate, now)
      : this.#takenOrRequested(lease, candidate, now);
  }

  #ownLease(
    { isFocused }: Candidate,
    now: MonotonicMs,
    bookedUntil: MonotonicMs = this.#options.limiter.bookedUntil,
  ): LeaseRecord {
    return { holder: this.#windowId, until: plusMs(now, LEASE_MS), isFocused, bookedUntil };
  }

  /** This window's lease: handed over if a focused window requests it, renewed after half of its time. */
  #renewedOrHandedOver(lease: LeaseRecord, candidate: Candidate, now: MonotonicMs): LeaseRecord {
    const { isFocused, canHandOver } = candidate;
    const requestedBy = isFocused ? undefined : lease.requestedBy;
    const renewed = this.#ownLease(candidate, now);
    if (requestedBy !== undefined && canHandOver) {
      return { ...renewed, holder: requestedBy, isFocused: true };
    }
    const isDue = lease.until - now <= LEASE_MS / 2 || lease.isFocused !== isFocused;
    if (!isDue) {
      return lease;
    }
    return requestedBy === undefined ? renewed : { ...renewed, requestedBy };
  }

  /** Another window's lease: taken once it has lapsed, requested if this window has the focus and that one doesn't. */
  #takenOrRequested(lease: LeaseRecord, candidate: Candidate, now: MonotonicMs): LeaseRecord | undefined {
    if (isLapsed(lease, now) && this.#lapsedAt !== undefined && now - this.#lapsedAt >= GRACE_MS) {
      // The window that was killed may have used up its burst.
      return this.#ownLease(candidate, now, exhaustedAt(lease.until));
    }
    if (!candidate.isFocused) {
      return this.#withdrawn(lease);
    }
    const canBeRequested = !lease.isFocused && lease.requestedBy === undefined;
    return canBeRequested ? { ...lease, requestedBy: this.#windowId } : lease;
  }

  /** Withdraws this window's request, which would prevent one from another window. */
  #withdrawn(lease: LeaseRecord | undefined): LeaseRecord | undefined {
    return lease?.requestedBy === this.#windowId ? { ...lease, requestedBy: undefined } : lease;
  }

  #lose(): void {
    if (this.#heldUntil !== undefined) {
      this.#heldUntil = undefined;
      this.#options.onDidLose();
    }
  }
}

function isLapsed(lease: LeaseRecord | undefined, now: MonotonicMs): boolean {
  return lease?.holder !== undefined && lease.until <= now;
}
