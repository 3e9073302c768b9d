import { Emitter } from '../../base/event.ts';
import type { Job, SeenState } from '../../model/job.ts';
import { limitedJob, limitedStates } from '../../model/limits.ts';
import { newlySeen } from '../history/jobSteps.ts';
import type { HealthRecord, JobStore, JobStoreChange, JobUpdate, LeaseChange, LeaseRecord } from './jobStore.ts';
import { jobsBeyondCount } from './retention.ts';

interface Known {
  readonly job: Job;
  readonly seen: readonly SeenState[];
}

/** Keeps jobs in memory while this window is open. Never drops running jobs. */
export class MemoryJobStore implements JobStore {
  readonly #accounts = new Map<string, Map<string, Known>>();
  readonly #health = new Map<string, HealthRecord>();
  readonly #leases = new Map<string, LeaseRecord>();
  readonly #dismissed = new Map<string, Set<string>>();
  readonly #didChange = new Emitter<JobStoreChange>();
  readonly #didChangeLease = new Emitter<string>();
  readonly onDidChange = this.#didChange.event;
  readonly onDidChangeLease = this.#didChangeLease.event;

  list(accountId: string): readonly Job[] {
    return [...(this.#accounts.get(accountId)?.values() ?? [])].map(({ job }) => job);
  }

  find(accountId: string, syncId: string): Job | undefined {
    return this.#accounts.get(accountId)?.get(syncId)?.job;
  }

  history(accountId: string, syncId: string): readonly SeenState[] {
    return this.#accounts.get(accountId)?.get(syncId)?.seen ?? [];
  }

  add(job: Job): boolean {
    const { accountId, syncId, origin } = job;
    if ((origin === 'adopted' && this.isDismissed(accountId, syncId)) || this.find(accountId, syncId)) {
      return false;
    }
    this.put(job);
    return true;
  }

  put(unlimited: Job): void {
    const job = limitedJob(unlimited);
    const jobs = this.#accounts.get(job.accountId) ?? new Map<string, Known>();
    this.#accounts.set(job.accountId, jobs);
    const known = jobs.get(job.syncId);
    const seen = newlySeen(known?.job, job, Date.now());
    jobs.set(job.syncId, { job, seen: limitedStates([...(known?.seen ?? []), ...(seen ? [seen] : [])]) });
    if (!known) {
      for (const { syncId } of jobsBeyondCount(this.list(job.accountId), Date.now())) {
        jobs.delete(syncId);
      }
    }
    this.#didChange.fire({ accountId: job.accountId, syncId: job.syncId });
  }

  update(accountId: string, syncId: string, change: (job: Job) => Job): JobUpdate | undefined {
    const before = this.find(accountId, syncId);
    if (!before) {
      return undefined;
    }
    const after = change(before);
    if (after !== before) {
      this.put(after);
    }
    return { before, after };
  }

  remove(accountId: string, syncId: string): void {
    if (this.#accounts.get(accountId)?.delete(syncId) === true) {
      this.#didChange.fire({ accountId, syncId });
    }
  }

  dismiss(accountId: string, syncId: string): void {
    this.#dismissed.set(accountId, (this.#dismissed.get(accountId) ?? new Set()).add(syncId));
    this.remove(accountId, syncId);
  }

  isDismissed(accountId: string, syncId: string): boolean {
    return this.#dismissed.get(accountId)?.has(syncId) === true;
  }

  health(accountId: string): HealthRecord {
    return this.#health.get(accountId) ?? {};
  }

  updateHealth(accountId: string, change: (health: HealthRecord) => HealthRecord): HealthRecord {
    const health = change(this.health(accountId));
    this.#health.set(accountId, health);
    return health;
  }

  lease(accountId: string): LeaseRecord | undefined {
    return this.#leases.get(accountId);
  }

  updateLease(accountId: string, change: LeaseChange): LeaseRecord | undefined {
    const before = this.lease(accountId);
    const after = change(before);
    if (after) {
      this.#leases.set(accountId, after);
    } else {
      this.#leases.delete(accountId);
    }
    const isRenewal = before?.holder === after?.holder && before?.isFocused === after?.isFocused;
    if (!isRenewal || before?.requestedBy !== after?.requestedBy) {
      this.#didChangeLease.fire(accountId);
    }
    return after;
  }

  removeAccount(accountId: string): void {
    this.#health.delete(accountId);
    this.#leases.delete(accountId);
    this.#dismissed.delete(accountId);
    if (this.#accounts.delete(accountId)) {
      this.#didChange.fire({ accountId, syncId: undefined });
    }
  }

  dispose(): void {
    this.#didChange.dispose();
    this.#didChangeLease.dispose();
  }
}
