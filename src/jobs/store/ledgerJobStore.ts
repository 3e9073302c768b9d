import { DisposableStore } from '../../base/disposable.ts';
import { asStarted } from '../../model/job.ts';
import type { Job, StatusChange } from '../../model/job.ts';
import type { Jobs } from '../history/jobCollection.ts';
import type { LedgerAccess } from '../database/ledgerAccess.ts';
import type { HealthRecord, JobStore, JobUpdate, LeaseChange, LeaseRecord, RemovedJob } from './jobStore.ts';
import { JobMemory } from './jobMemory.ts';
import { jobsToDrop, MAX_AGE_MS } from './retention.ts';
import { JobTables } from './jobTables.ts';
import { JobTransactions } from './jobTransactions.ts';
import { PendingJobs } from './pendingJobs.ts';
import { PollRecords } from './pollRecords.ts';

/**
 * Stores jobs in the database that all windows share, with a copy in memory that is updated only if another window has
 * written. While the database can't be used, changes are made in memory, and merged into the database when it can be.
 */
export class LedgerJobStore implements JobStore {
  readonly #owned = new DisposableStore();
  readonly #access: LedgerAccess;
  readonly #memory = this.#owned.add(new JobMemory());
  readonly #pending: PendingJobs;
  readonly #transactions: JobTransactions;
  readonly #pollRecords: PollRecords;

  readonly onDidChange = this.#memory.onDidChange;
  readonly onDidChangeLease = this.#memory.onDidChangeLease;

  constructor(access: LedgerAccess) {
    this.#access = access;
    this.#pending = new PendingJobs(access);
    this.#transactions = new JobTransactions(access, this.#memory, this.#pending);
    this.#pollRecords = new PollRecords(access, this.#memory);
    this.#owned.add(access.onDidLoseFile(() => this.#writeAllAgain()));
    this.#owned.add(access.onDidRecover(() => this.#readAgain()));
  }

  jobs(accountId: string): Jobs {
    this.#transactions.read(accountId);
    return this.#memory.jobs(accountId);
  }

  find(accountId: string, syncId: string): Job | undefined {
    this.#transactions.read(accountId);
    return this.#memory.find(accountId, syncId);
  }

  history(accountId: string, syncId: string): readonly StatusChange[] {
    const written = this.#access.read((database) => new JobTables(database).history(accountId, syncId));
    return written?.result ?? this.#memory.history(accountId, syncId);
  }

  addAll(jobs: readonly Job[]): number {
    const changed = this.#transactions.changeAll(jobs, (job, known, tables) => {
      const isDismissed = (tables ?? this.#memory).isDismissed(job.accountId, job.syncId);
      return known ?? (isDismissed ? undefined : job);
    });
    return changed.filter(({ before, after }) => before === undefined && after !== undefined).length;
  }

  addStarted(jobs: readonly Job[]): readonly Job[] {
    const changed = this.#transactions.changeAll(jobs, (job, known) => (known ? asStarted(known, job) : job), {
      durability: 'soon',
    });
    return changed.flatMap(({ after }) => after ?? []);
  }

  updateAll(accountId: string, syncIds: readonly string[], change: (job: Job) => Job): readonly JobUpdate[] {
    const keys = syncIds.map((syncId) => ({ accountId, syncId }));
    return this.#transactions
      .changeAll(keys, (_, known) => known && change(known))
      .flatMap(({ before, after }) => (before && after ? [{ before, after }] : []));
  }

  remove(accountId: string, ...syncIds: readonly string[]): void {
    this.#transactions.delete(accountId, syncIds, (tables) =>
      syncIds.forEach((syncId) => tables.deleteJob(accountId, syncId)),
    );
    this.#memory.remove(accountId, ...syncIds);
  }

  /** Removes the jobs that ended too long ago. */
  removeExpired(accountId: string): void {
    const expired = jobsToDrop(this.jobs(accountId), [], Date.now());
    if (expired.length > 0) {
      this.remove(accountId, ...expired.map(({ syncId }) => syncId));
    }
  }

  dismiss(accountId: string, ...syncIds: readonly string[]): void {
    const now = Date.now();
    this.#transactions.delete(accountId, syncIds, (tables) => {
      tables.forgetDismissed(now - MAX_AGE_MS);
      for (const syncId of syncIds) {
        tables.deleteJob(accountId, syncId);
        tables.writeDismissed(accountId, syncId, now);
      }
    });
    this.#memory.dismiss(accountId, ...syncIds);
  }

  restore(accountId: string, removed: readonly RemovedJob[]): void {
    this.#transactions.restore(accountId, removed);
    this.#memory.restore(accountId, removed);
  }

  health(accountId: string): HealthRecord {
    return this.#pollRecords.health(accountId);
  }

  updateHealth(accountId: string, change: (health: HealthRecord) => HealthRecord): HealthRecord {
    return this.#pollRecords.updateHealth(accountId, change);
  }

  lease(accountId: string): LeaseRecord | undefined {
    return this.#pollRecords.lease(accountId);
  }

  updateLease(accountId: string, change: LeaseChange): LeaseRecord | undefined {
    return this.#pollRecords.updateLease(accountId, change);
  }

  /** Drops the memory of an account that was removed from the database. */
  dropFromMemory(accountId: string): void {
    this.#pending.dropFromMemory(accountId);
    this.#memory.removeAccount(accountId);
  }

  /** Reads what other windows have written. Cheap if they have written nothing. */
  catchUp(): void {
    for (const accountId of this.#transactions.accountIds) {
      this.#transactions.read(accountId);
      this.lease(accountId);
    }
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** Has everything written to the empty database that the next access opens. */
  #writeAllAgain(): void {
    for (const accountId of this.#transactions.accountIds) {
      for (const job of this.#memory.jobs(accountId).all) {
        this.#pending.addNew(job, this.#memory.history(accountId, job.syncId));
      }
    }
    this.#invalidatePosition();
  }

  #readAgain(): void {
    this.#pending.clear();
    this.#invalidatePosition();
    queueMicrotask(() => this.catchUp());
  }

  /** Reads everything again next time. */
  #invalidatePosition(): void {
    this.#transactions.invalidate();
    this.#pollRecords.invalidate();
  }
}
