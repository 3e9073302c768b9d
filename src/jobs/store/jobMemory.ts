import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import type { Job, StatusChange } from '../../model/job.ts';
import { limitedJob, limitedHistory } from '../../model/limits.ts';
import { JobCollection } from '../history/jobCollection.ts';
import type { Jobs } from '../history/jobCollection.ts';
import { statusChange } from '../history/jobSteps.ts';
import type { HealthRecord, JobStoreChange, LeaseChange, LeaseRecord, RemovedJob } from './jobStore.ts';
import { jobsBeyondCount } from './retention.ts';

/** The jobs of an account, and the history of each by its ID. */
interface KnownJobs {
  readonly jobs: JobCollection;
  readonly histories: Map<string, readonly StatusChange[]>;
}

const NO_JOBS: Jobs = new JobCollection();

/** The jobs of each account and what is shared about polling them, in the memory of this window. Never drops running jobs. */
export class JobMemory implements Disposable {
  readonly #accounts = new Map<string, KnownJobs>();
  readonly #health = new Map<string, HealthRecord>();
  readonly #leases = new Map<string, LeaseRecord>();
  readonly #dismissed = new Map<string, Set<string>>();
  readonly #didChange = new Emitter<JobStoreChange>();
  readonly #didChangeLease = new Emitter<string>();
  readonly onDidChange = this.#didChange.event;
  readonly onDidChangeLease = this.#didChangeLease.event;

  jobs(accountId: string): Jobs {
    return this.#accounts.get(accountId)?.jobs ?? NO_JOBS;
  }

  find(accountId: string, syncId: string): Job | undefined {
    return this.#accounts.get(accountId)?.jobs.find(syncId);
  }

  history(accountId: string, syncId: string): readonly StatusChange[] {
    return this.#accounts.get(accountId)?.histories.get(syncId) ?? [];
  }

  put(unlimited: Job): void {
    const job = limitedJob(unlimited);
    const { accountId, syncId } = job;
    const account: KnownJobs = this.#accounts.get(accountId) ?? {
      jobs: new JobCollection(),
      histories: new Map<string, readonly StatusChange[]>(),
    };
    this.#accounts.set(accountId, account);
    const before = account.jobs.find(syncId);
    const now = Date.now();
    const change = statusChange(before, job, now);
    if (change) {
      account.histories.set(syncId, limitedHistory([...this.history(accountId, syncId), change]));
    }
    account.jobs.put(job);
    const dropped = before ? [] : jobsBeyondCount(account.jobs, [], now);
    this.#didChange.fire({ accountId, syncId, before, after: job });
    dropped.forEach((one) => this.remove(accountId, one.syncId));
  }

  remove(accountId: string, ...syncIds: readonly string[]): void {
    const account = this.#accounts.get(accountId);
    for (const syncId of syncIds) {
      const before = account?.jobs.delete(syncId);
      account?.histories.delete(syncId);
      if (before) {
        this.#didChange.fire({ accountId, syncId, before, after: undefined });
      }
    }
  }

  dismiss(accountId: string, ...syncIds: readonly string[]): void {
    const dismissed = this.#dismissed.get(accountId) ?? new Set();
    syncIds.forEach((syncId) => dismissed.add(syncId));
    this.#dismissed.set(accountId, dismissed);
    this.remove(accountId, ...syncIds);
  }

  restore(accountId: string, removed: readonly RemovedJob[]): void {
    for (const { job, history } of removed) {
      this.#dismissed.get(accountId)?.delete(job.syncId);
      if (this.find(accountId, job.syncId) === undefined) {
        this.put(job);
        this.#accounts.get(accountId)?.histories.set(job.syncId, history);
      }
    }
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
      this.#didChange.fire({ accountId, syncId: undefined, before: undefined, after: undefined });
    }
  }

  dispose(): void {
    this.#didChange.dispose();
    this.#didChangeLease.dispose();
  }
}
