import type { Job } from '../../model/job.ts';
import { isUsableId, limitedJob } from '../../model/limits.ts';
import { ChangeCursor, positionIn } from './changeCursor.ts';
import type { LedgerChanges } from './changeCursor.ts';
import type { LedgerAccess } from './ledgerAccess.ts';
import type { Accessed } from './ledgerConnection.ts';
import type { Durability } from './ledgerDatabase.ts';
import type { RemovedJob } from './jobStore.ts';
import { JobTables } from './jobTables.ts';
import type { JobMemory } from './jobMemory.ts';
import type { PendingJobs } from './pendingJobs.ts';
import { jobsToDrop } from './retention.ts';

/** Returns the changed job; the same object to change nothing, undefined to add nothing. `tables`: if the database can be used. */
type Change<T> = (key: T, known: Job | undefined, tables: JobTables | undefined) => Job | undefined;

interface Changed {
  readonly before: Job | undefined;
  readonly after: Job | undefined;
  readonly isChanged: boolean;
}

/** Changes jobs in the database and in the memory of this window, and reads what other windows have written. */
export class JobTransactions {
  readonly #access: LedgerAccess;
  readonly #memory: JobMemory;
  readonly #pending: PendingJobs;
  readonly #cursor = new ChangeCursor();

  constructor(access: LedgerAccess, memory: JobMemory, pending: PendingJobs) {
    this.#access = access;
    this.#memory = memory;
    this.#pending = pending;
  }

  /** The accounts read so far. */
  get accountIds(): readonly string[] {
    return this.#cursor.accountIds;
  }

  /** Reads everything again next time. */
  forget(): void {
    this.#cursor.forget();
  }

  /** Updates the memory with what other windows have written. Cheap if they have written nothing. */
  read(accountId: string): void {
    const read = this.#access.read((database) => ({
      changes: this.#cursor.read(new JobTables(database), accountId),
    }));
    if (!read) {
      this.#cursor.noteUnread(accountId);
    } else if (read.result.changes) {
      this.#cursor.note(accountId, read.result.changes.position);
      this.#take(accountId, read.result.changes);
    }
  }

  /** Changes jobs of one account, in one transaction. Leaves out those with an unusable ID. */
  changeAll<T extends Pick<Job, 'accountId' | 'syncId'>>(
    keys: readonly T[],
    change: Change<T>,
    { durability = 'later' }: { readonly durability?: Durability } = {},
  ): readonly Changed[] {
    const usable = keys.filter(({ syncId }) => isUsableId(syncId));
    const [first] = usable;
    if (!first) {
      return [];
    }
    const { accountId } = first;
    this.read(accountId);
    const changed = (key: T, before: Job | undefined, tables?: JobTables): Changed => {
      const job = change(key, before, tables);
      const after = job && limitedJob(job);
      return { before, after, isChanged: after !== before };
    };
    const written = this.#transact(
      accountId,
      (tables) => {
        const all = usable.map((key) => {
          const one = changed(key, tables.job(accountId, key.syncId), tables);
          if (one.after && one.isChanged) {
            tables.writeChange(one.before, one.after);
          }
          return one;
        });
        const added = all.flatMap(({ before, after }) => (before ? [] : (after ?? [])));
        const dropped = added.length > 0 ? jobsToDrop(this.#memory.jobs(accountId), added, Date.now()) : [];
        dropped.forEach(({ syncId }) => tables.deleteJob(accountId, syncId));
        return { all, dropped };
      },
      durability,
    );
    if (written) {
      const { all, dropped } = written.result;
      all.forEach(({ after, isChanged }) => after && isChanged && this.#memory.put(after));
      this.#memory.remove(accountId, ...dropped.map(({ syncId }) => syncId));
      return all;
    }
    return usable.map((key) => {
      const one = changed(key, this.#memory.find(accountId, key.syncId));
      if (one.after && one.isChanged) {
        this.#memory.put(one.after);
        this.#pending.keep(one.before, one.after);
      }
      return one;
    });
  }

  /** Runs the work, which deletes these jobs, now or when the database can be written. The caller updates the memory. */
  delete(accountId: string, syncIds: readonly string[], work: (tables: JobTables) => void): void {
    syncIds.forEach((syncId) => this.#pending.delete({ accountId, syncId }));
    if (!this.#transact(accountId, work)) {
      const key = `delete ${JSON.stringify(syncIds)}`;
      this.#access.keep(accountId, key, (database) => work(new JobTables(database)));
    }
  }

  /** Writes jobs that were deleted, now or when the database can be written. The caller updates the memory. */
  restore(accountId: string, removed: readonly RemovedJob[]): void {
    const work = (tables: JobTables): void => {
      for (const { job, history } of removed) {
        tables.deleteDismissed(accountId, job.syncId);
        if (tables.job(accountId, job.syncId) === undefined) {
          tables.writeJob(job);
          history.forEach((change) => tables.writeStatusChange(job, change));
        }
      }
    };
    if (!this.#transact(accountId, work)) {
      const key = `restore ${JSON.stringify(removed.map(({ job }) => job.syncId))}`;
      this.#access.keep(accountId, key, (database) => work(new JobTables(database)));
    }
  }

  /** Runs the work in a transaction, and updates the memory with what other windows have written. */
  #transact<T>(
    accountId: string,
    work: (tables: JobTables) => T,
    durability: Durability = 'later',
  ): Accessed<T> | undefined {
    const done = this.#access.write(
      (database) => {
        const tables = new JobTables(database);
        const changes = this.#cursor.read(tables, accountId);
        const result = work(tables);
        return { result, changes, position: positionIn(tables) };
      },
      { durability },
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
  #take(accountId: string, { jobs, left }: LedgerChanges): void {
    if (left) {
      const gone = this.#memory.jobs(accountId).all.filter(({ syncId }) => !left.has(syncId));
      this.#memory.remove(accountId, ...gone.map(({ syncId }) => syncId));
    }
    jobs.forEach((job) => this.#memory.put(job));
  }
}
