import { DisposableStore } from '../../base/disposable.ts';
import type { Job, SeenState } from '../../model/job.ts';
import { isUsableId, limitedJob } from '../../model/limits.ts';
import type { HealthRecord, JobStore, JobUpdate, LeaseChange, LeaseRecord } from './jobStore.ts';
import { MemoryJobStore } from './memoryJobStore.ts';
import { MAX_AGE_MS, writeChange } from './retention.ts';
import type { Accessed } from './ledgerConnection.ts';
import type { LedgerAccess } from './ledgerAccess.ts';
import { ChangeCursor, positionIn } from './changeCursor.ts';
import type { LedgerChanges } from './changeCursor.ts';
import { LedgerTables } from './ledgerTables.ts';
import { PendingJobs } from './pendingJobs.ts';
import { PollRecords } from './pollRecords.ts';

/** Returns the changed job; the same object to change nothing, undefined to add nothing. `tables`: if the database can be used. */
type Change = (known: Job | undefined, tables: LedgerTables | undefined) => Job | undefined;

interface Changed {
  readonly before: Job | undefined;
  readonly after: Job | undefined;
}

/**
 * Stores jobs in the database that all windows share, with a copy in memory that is updated only if another window has
 * written. While the database can't be used, changes are made in memory, and merged into the database when it can be.
 */
export class LedgerJobStore implements JobStore {
  readonly #owned = new DisposableStore();
  readonly #access: LedgerAccess;
  readonly #memory = this.#owned.add(new MemoryJobStore());
  readonly #cursor = new ChangeCursor();
  readonly #pending: PendingJobs;
  readonly #pollRecords: PollRecords;

  readonly onDidChange = this.#memory.onDidChange;
  readonly onDidChangeLease = this.#memory.onDidChangeLease;

  constructor(access: LedgerAccess) {
    this.#access = access;
    this.#pending = new PendingJobs(access);
    this.#pollRecords = new PollRecords(access, this.#memory);
    this.#owned.add(access.onDidLoseFile(() => this.#keepAll()));
    this.#owned.add(access.onDidRecover(() => this.#readAgain()));
  }

  list(accountId: string): readonly Job[] {
    this.#read(accountId);
    return this.#memory.list(accountId);
  }

  find(accountId: string, syncId: string): Job | undefined {
    this.#read(accountId);
    return this.#memory.find(accountId, syncId);
  }

  history(accountId: string, syncId: string): readonly SeenState[] {
    const written = this.#access.read((database) => new LedgerTables(database).seen(accountId, syncId));
    return written?.result ?? this.#memory.history(accountId, syncId);
  }

  add(job: Job): boolean {
    const { accountId, syncId, origin } = job;
    const isAdopted = origin === 'adopted';
    const { before, after } = this.#change(
      accountId,
      syncId,
      (known, tables) => {
        const isDismissed = isAdopted && (tables ?? this.#memory).isDismissed(accountId, syncId);
        return known ?? (isDismissed ? undefined : job);
      },
      // An adopted job can be found again; a started one is known only here.
      { isDurable: !isAdopted },
    );
    return before === undefined && after !== undefined;
  }

  put(job: Job): void {
    const isNew = this.#memory.find(job.accountId, job.syncId) === undefined;
    this.#change(job.accountId, job.syncId, () => job, { isDurable: isNew });
  }

  update(accountId: string, syncId: string, change: (job: Job) => Job): JobUpdate | undefined {
    const { before, after } = this.#change(accountId, syncId, (known) => known && change(known));
    return before && after && { before, after };
  }

  remove(accountId: string, syncId: string): void {
    this.#delete(accountId, syncId, (tables) => tables.deleteJob(accountId, syncId));
    this.#memory.remove(accountId, syncId);
  }

  dismiss(accountId: string, syncId: string): void {
    const now = Date.now();
    this.#delete(accountId, syncId, (tables) => {
      tables.deleteJob(accountId, syncId);
      tables.writeDismissed(accountId, syncId, now, now - MAX_AGE_MS);
    });
    this.#memory.dismiss(accountId, syncId);
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

  removeAccount(accountId: string): void {
    this.#access.removeAccount(accountId);
    this.forgetAccount(accountId);
  }

  /** Drops the memory of an account that was removed from the database. */
  forgetAccount(accountId: string): void {
    this.#pending.forgetAccount(accountId);
    this.#memory.removeAccount(accountId);
  }

  /** Reads what other windows have written. Cheap if they have written nothing. */
  catchUp(): void {
    for (const accountId of this.#cursor.accountIds) {
      this.#read(accountId);
      this.lease(accountId);
    }
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #read(accountId: string): void {
    const read = this.#access.read((database) => ({
      changes: this.#cursor.read(new LedgerTables(database), accountId),
    }));
    if (!read) {
      this.#cursor.noteUnread(accountId);
    } else if (read.result.changes) {
      this.#cursor.note(accountId, read.result.changes.position);
      this.#take(accountId, read.result.changes);
    }
  }

  #change(accountId: string, syncId: string, change: Change, { isDurable = false } = {}): Changed {
    if (!isUsableId(syncId)) {
      return { before: undefined, after: undefined };
    }
    const changed = (known: Job | undefined, tables?: LedgerTables): Job | undefined => {
      const job = change(known, tables);
      return job && limitedJob(job);
    };
    this.#read(accountId);
    const written = this.#transact(
      accountId,
      (tables) => {
        const before = tables.job(accountId, syncId);
        const after = changed(before, tables);
        return {
          before,
          after,
          dropped:
            after && after !== before
              ? writeChange(tables, { before, after, known: this.#memory.list(accountId) })
              : [],
        };
      },
      isDurable,
    );
    if (written) {
      const { before, after, dropped } = written.result;
      dropped.forEach((job) => this.#memory.remove(accountId, job.syncId));
      if (after && after !== before) {
        this.#memory.put(after);
      }
      return { before, after };
    }
    const before = this.#memory.find(accountId, syncId);
    const after = changed(before);
    if (after && after !== before) {
      this.#memory.put(after);
      this.#pending.keep(before, after);
    }
    return { before, after };
  }

  #delete(accountId: string, syncId: string, work: (tables: LedgerTables) => void): void {
    this.#pending.delete({ accountId, syncId });
    if (!this.#transact(accountId, work)) {
      this.#access.keep(accountId, `delete ${syncId}`, (database) => work(new LedgerTables(database)));
    }
  }

  /** Runs the work in a transaction, and updates the memory with what other windows have written. */
  #transact<T>(accountId: string, work: (tables: LedgerTables) => T, isDurable = false): Accessed<T> | undefined {
    const done = this.#access.write(
      (database) => {
        const tables = new LedgerTables(database);
        const changes = this.#cursor.read(tables, accountId);
        const result = work(tables);
        return { result, changes, position: positionIn(tables) };
      },
      { isDurable },
    );
    if (!done) {
      this.#cursor.noteUnread(accountId);
      return undefined;
    }
    const { result, changes, position } = done.result;
    this.#cursor.note(accountId, position);
    if (changes) {
      this.#take(accountId, changes);
    }
    return { result };
  }

  /** Updates the memory with what other windows have written. */
  #take(accountId: string, { jobs, isAll }: LedgerChanges): void {
    for (const { syncId } of isAll ? this.#memory.list(accountId) : []) {
      if (!jobs.has(syncId)) {
        this.#memory.remove(accountId, syncId);
      }
    }
    jobs.forEach((job) => this.#memory.put(job));
  }

  /** Keeps everything for the empty database that the next access opens. */
  #keepAll(): void {
    for (const accountId of this.#cursor.accountIds) {
      for (const job of this.#memory.list(accountId)) {
        this.#pending.keepNew(job, this.#memory.history(accountId, job.syncId));
      }
    }
    this.#cursor.forget();
  }

  #readAgain(): void {
    this.#pending.clear();
    this.#cursor.forget();
    queueMicrotask(() => this.catchUp());
  }
}
