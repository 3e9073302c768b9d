import type { Job, JobKey } from '../../model/job.ts';
import { isUsableId, limitedJob } from '../../model/limits.ts';
import type { LedgerAccess } from '../database/ledgerAccess.ts';
import type { Accessed } from '../database/ledgerConnection.ts';
import type { Durability } from '../database/ledgerDatabase.ts';
import { ChangeCursor, positionIn } from './changeCursor.ts';
import type { LedgerChanges } from './changeCursor.ts';
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

function changedBy<T>(change: Change<T>, key: T, before: Job | undefined, tables?: JobTables): Changed {
  const job = change(key, before, tables);
  const after = job && limitedJob(job);
  return { before, after, isChanged: after !== before };
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
  invalidate(): void {
    this.#cursor.invalidate();
  }

  /** Updates the memory with what other windows have written. Cheap if they have written nothing. */
  read(accountId: string): void {
    const read = this.#access.read((database) => ({
      changes: this.#cursor.read(new JobTables(database), accountId),
    }));
    if (!read) {
      this.#cursor.addAccount(accountId);
    } else if (read.result.changes) {
      this.#cursor.moveTo(accountId, read.result.changes.position);
      this.#apply(accountId, read.result.changes);
    }
  }

  /** Changes jobs of one account, in one transaction. Leaves out those with an unusable ID. */
  changeAll<T extends JobKey>(
    keys: readonly T[],
    change: Change<T>,
    { durability = 'later' }: { readonly durability?: Durability } = {},
  ): readonly Changed[] {
    const usable = keys.filter(({ syncId }) => isUsableId(syncId));
    const accountId = usable[0]?.accountId;
    if (accountId === undefined) {
      return [];
    }
    this.read(accountId);
    return this.#changeInLedger(accountId, usable, change, durability) ?? this.#changeInMemory(usable, change);
  }

  /** Undefined if the database can't be used. */
  #changeInLedger<T extends JobKey>(
    accountId: string,
    keys: readonly T[],
    change: Change<T>,
    durability: Durability,
  ): readonly Changed[] | undefined {
    const written = this.#transact(
      accountId,
      (tables) => {
        const changes = keys.map((key) => {
          const changed = changedBy(change, key, tables.job(accountId, key.syncId), tables);
          if (changed.after && changed.isChanged) {
            tables.writeChange(changed.before, changed.after);
          }
          return changed;
        });
        const added = changes.flatMap(({ before, after }) => (before ? [] : (after ?? [])));
        const dropped = added.length > 0 ? jobsToDrop(this.#memory.jobs(accountId), added, Date.now()) : [];
        dropped.forEach(({ syncId }) => tables.deleteJob(accountId, syncId));
        return { changes, dropped };
      },
      durability,
    );
    if (!written) {
      return undefined;
    }
    const { changes, dropped } = written.result;
    changes.forEach(({ after, isChanged }) => after && isChanged && this.#memory.put(after));
    this.#memory.remove(accountId, ...dropped.map(({ syncId }) => syncId));
    return changes;
  }

  /** Changes the jobs in this window only, and has them written when the database can be used. */
  #changeInMemory<T extends JobKey>(keys: readonly T[], change: Change<T>): readonly Changed[] {
    return keys.map((key) => {
      const changed = changedBy(change, key, this.#memory.find(key.accountId, key.syncId));
      if (changed.after && changed.isChanged) {
        this.#memory.put(changed.after);
        this.#pending.add(changed.before, changed.after);
      }
      return changed;
    });
  }

  /** Runs the work, which deletes these jobs, now or when the database can be written. The caller updates the memory. */
  delete(accountId: string, syncIds: readonly string[], work: (tables: JobTables) => void): void {
    syncIds.forEach((syncId) => this.#pending.delete({ accountId, syncId }));
    this.#transactWhenPossible(accountId, `delete ${JSON.stringify(syncIds)}`, work);
  }

  /** Writes jobs that were deleted, now or when the database can be written. The caller updates the memory. */
  restore(accountId: string, removed: readonly RemovedJob[]): void {
    const key = `restore ${JSON.stringify(removed.map(({ job }) => job.syncId))}`;
    this.#transactWhenPossible(accountId, key, (tables) => {
      for (const { job, history } of removed) {
        tables.deleteDismissed(accountId, job.syncId);
        if (tables.job(accountId, job.syncId) === undefined) {
          tables.writeJob(job);
          history.forEach((change) => tables.writeStatusChange(job, change));
        }
      }
    });
  }

  #transactWhenPossible(accountId: string, key: string, work: (tables: JobTables) => void): void {
    if (!this.#transact(accountId, work)) {
      this.#access.addPending(accountId, key, (database) => work(new JobTables(database)));
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
      this.#cursor.addAccount(accountId);
      return undefined;
    }
    const { result, changes, position } = done.result;
    this.#cursor.moveTo(accountId, position);
    if (changes) {
      this.#apply(accountId, changes);
    }
    return { result };
  }

  /** Updates the memory with what other windows have written. */
  #apply(accountId: string, { jobs, remainingIds }: LedgerChanges): void {
    if (remainingIds) {
      const deleted = this.#memory.jobs(accountId).all.filter(({ syncId }) => !remainingIds.has(syncId));
      this.#memory.remove(accountId, ...deleted.map(({ syncId }) => syncId));
    }
    jobs.forEach((job) => this.#memory.put(job));
  }
}
