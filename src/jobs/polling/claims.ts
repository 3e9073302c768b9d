import type { Disposable } from '../../base/disposable.ts';
import { plusMs, monotonicNow, currentMoment } from '../../base/monotonicClock.ts';
import type { MonotonicMs } from '../../base/monotonicClock.ts';
import { needsStatus } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { freeSlots, spendSlot } from './rateLimiter.ts';
import type { RateLimiterState } from './rateLimiter.ts';
import { pauseLeftMs } from './retryAfterPause.ts';
import { heldUntil, isHeldBy, LEASE_MS, released } from './pollState.ts';
import type { Claim } from './pollState.ts';
import type { JobStore } from '../store/jobStore.ts';

/**
 * The questions that this window has under way. Each is held in the store against all other windows, a little longer each
 * time, and let go of with the answer or with the window; should the window be killed, it soon is open again.
 */
export class Claims implements Disposable {
  readonly #accountId: string;
  readonly #store: JobStore;
  readonly #jobs = new Map<string, Claim>();
  #list: Claim | undefined;
  #renewal: ReturnType<typeof setInterval> | undefined;

  constructor(accountId: string, store: JobStore) {
    this.#accountId = accountId;
    this.#store = store;
  }

  /** How many questions about single jobs are under way. */
  get count(): number {
    return this.#jobs.size;
  }

  /** The question about that job or, without an id, about all connections. */
  of(syncId?: string): Claim | undefined {
    return syncId === undefined ? this.#list : this.#jobs.get(syncId);
  }

  /** Takes the next question about a job, and says whether it may go out. `isTurn`: the job was next among many. */
  take(syncId: string, isTurn: boolean): boolean {
    const job = this.#store.find(this.#accountId, syncId);
    const claim = newClaim();
    const isOpen = job && needsStatus(job) && heldUntil(job.askingUntil, claim.askedAt) === undefined;
    // Claimed first: a claim that the store refuses, as while another program locks it, must not count as a question.
    if (!isOpen || !this.#store.claim(this.#accountId, syncId, job.nextCheckAt, claim.until)) {
      return false;
    }
    this.#jobs.set(syncId, claim);
    const isSpent = this.#spend((pace) => (isTurn ? { ...pace, turnTakenAt: claim.askedAt } : pace));
    if (!isSpent) {
      // Another window took the last slot meanwhile.
      const { nextCheckAt, askingUntil } = job;
      this.#changeJob(syncId, (claimed) => ({ ...claimed, nextCheckAt, askingUntil }));
      this.#jobs.delete(syncId);
    }
    this.#keep();
    return isSpent;
  }

  /** Lets the question about a job go. Who has taken it writes what came of it first. */
  end(syncId: string): void {
    this.#jobs.delete(syncId);
    this.#keep();
  }

  takeList(): boolean {
    let claim: Claim | undefined;
    const isTaken = this.#spend((pace) => {
      claim = newClaim();
      const isOpen = heldUntil(pace.listingUntil, claim.askedAt) === undefined;
      return isOpen ? { ...pace, listAskedAt: claim.askedAt, listingUntil: claim.until } : undefined;
    });
    this.#list = isTaken ? claim : undefined;
    this.#keep();
    return isTaken;
  }

  endList({ isFailed }: { readonly isFailed: boolean }): void {
    this.#changeList((pace) => ({
      ...pace,
      listSettledAt: monotonicNow(),
      listingUntil: undefined,
      listFailuresInARow: isFailed ? pace.listFailuresInARow + 1 : 0,
    }));
    this.#list = undefined;
    this.#keep();
  }

  /** Whoever follows next need not wait until the claims run out. */
  dispose(): void {
    clearInterval(this.#renewal);
    for (const syncId of this.#jobs.keys()) {
      this.#changeJob(syncId, (job) => released(job, currentMoment()));
    }
    this.#changeList((pace) => ({ ...pace, listingUntil: undefined }));
    this.#jobs.clear();
    this.#list = undefined;
  }

  /** Counts a question where the account's pace allows one now and `change` agrees by not returning undefined. */
  #spend(change: (pace: RateLimiterState) => RateLimiterState | undefined): boolean {
    let isSpent = false;
    this.#store.updatePace(this.#accountId, (pace) => {
      const now = currentMoment();
      const isFree = pauseLeftMs(pace.rest, now) === 0 && freeSlots(pace, now.monotonic) > 0;
      const changed = isFree ? change(spendSlot(pace, now.monotonic)) : undefined;
      isSpent = changed !== undefined;
      return changed ?? pace;
    });
    return isSpent;
  }

  /** Renews the claims while there are any: a question that takes long is held on to. */
  #keep(): void {
    if (this.#jobs.size === 0 && this.#list === undefined) {
      clearInterval(this.#renewal);
      this.#renewal = undefined;
      return;
    }
    this.#renewal ??= setInterval(() => this.#renew(plusMs(monotonicNow(), LEASE_MS)), LEASE_MS / 2);
  }

  #renew(until: MonotonicMs): void {
    for (const [syncId, { askedAt }] of [...this.#jobs]) {
      if (this.#changeJob(syncId, (job) => ({ ...job, askingUntil: until, nextCheckAt: until }))) {
        this.#jobs.set(syncId, { askedAt, until });
      }
    }
    if (this.#list && this.#changeList((pace) => ({ ...pace, listingUntil: until }))) {
      this.#list = { ...this.#list, until };
    }
  }

  /** Changes a job that this window still holds. One that was given to another window meanwhile is that one's. */
  #changeJob(syncId: string, change: (job: Job) => Job): boolean {
    const claim = this.#jobs.get(syncId);
    const update = this.#store.update(this.#accountId, syncId, (job) =>
      needsStatus(job) && isHeldBy(claim, job) ? change(job) : job,
    );
    return update !== undefined && update.before !== update.after;
  }

  #changeList(change: (pace: RateLimiterState) => RateLimiterState): boolean {
    let isOurs = false;
    this.#store.updatePace(this.#accountId, (pace) => {
      isOurs = this.#list !== undefined && pace.listingUntil === this.#list.until;
      return isOurs ? change(pace) : pace;
    });
    return isOurs;
  }
}

function newClaim(): Claim {
  const askedAt = monotonicNow();
  return { askedAt, until: plusMs(askedAt, LEASE_MS) };
}
