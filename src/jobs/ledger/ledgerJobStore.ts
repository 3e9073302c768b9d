import type { DatabaseSync } from 'node:sqlite';
import type { Disposable } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import type { SteadyMs } from '../../base/steadyTime.ts';
import type { Job, SeenState } from '../../model/job.ts';
import type { AccountPace } from '../accountPace.ts';
import type { JobStore, JobUpdate } from '../jobStore.ts';
import { MemoryJobStore } from '../memoryJobStore.ts';
import { jobsBeyondAge, jobsBeyondCount, MAX_AGE_MS } from '../retention.ts';
import { newlySeen } from '../seenStates.ts';
import { LedgerAccess } from './ledgerAccess.ts';
import { LedgerNews, positionIn } from './ledgerNews.ts';
import type { News } from './ledgerNews.ts';
import type { LedgerTables } from './ledgerTables.ts';

interface LedgerJobStoreOptions {
  /** Called when the store is first used, and again where the database broke meanwhile. Undefined: there is none. */
  readonly open: () => DatabaseSync | undefined;
  readonly log: Logger;
  /** Disposed of with the store. */
  readonly owned?: Disposable;
}

/** What a job becomes: undefined leaves out what is not there, the same job stays as it is. `tables`: where there are any. */
type Change = (known: Job | undefined, tables: LedgerTables | undefined) => Job | undefined;

interface Changed {
  readonly before: Job | undefined;
  readonly after: Job | undefined;
}

/**
 * Remembers jobs in a database that all windows share. What was read is kept in memory and read again only where another
 * window has written. Whatever happens to the database, what this window knows stays known to it, and is written as soon
 * as that is possible again.
 */
export class LedgerJobStore implements JobStore {
  readonly #owned: Disposable | undefined;
  readonly #access: LedgerAccess;
  readonly #memory = new MemoryJobStore();
  readonly #news = new LedgerNews();
  /** By account and id: what could not be written yet. */
  readonly #unwritten = new Map<string, Job>();

  readonly onDidChange = this.#memory.onDidChange;

  constructor({ open, log, owned }: LedgerJobStoreOptions) {
    this.#owned = owned;
    this.#access = new LedgerAccess({ open, log, onDamage: () => this.#beginAnew() });
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
    const written = this.#access.attempt((tables) => tables.seen(accountId, syncId));
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
      // What was adopted is found again by the next window; what was started is known only here.
      { isPrecious: !isAdopted },
    );
    return before === undefined && after !== undefined;
  }

  put(job: Job): void {
    const isNew = this.#memory.find(job.accountId, job.syncId) === undefined;
    this.#change(job.accountId, job.syncId, () => job, { isPrecious: isNew });
  }

  update(accountId: string, syncId: string, change: (job: Job) => Job): JobUpdate | undefined {
    const { before, after } = this.#change(accountId, syncId, (known) => known && change(known));
    return before && after && { before, after };
  }

  claim(accountId: string, syncId: string, expected: SteadyMs | undefined, until: SteadyMs): boolean {
    const written = this.#transact(accountId, (tables) => tables.claimJob(accountId, syncId, expected, until));
    const isClaimed = written?.result ?? true;
    return isClaimed && this.#memory.claim(accountId, syncId, expected, until);
  }

  remove(accountId: string, syncId: string): void {
    this.#unwritten.delete(keyOf(accountId, syncId));
    this.#transact(accountId, (tables) => tables.deleteJob(accountId, syncId));
    this.#memory.remove(accountId, syncId);
  }

  dismiss(accountId: string, syncId: string): void {
    const now = Date.now();
    this.#unwritten.delete(keyOf(accountId, syncId));
    this.#transact(accountId, (tables) => {
      tables.deleteJob(accountId, syncId);
      tables.writeDismissed(accountId, syncId, now, now - MAX_AGE_MS);
    });
    this.#memory.dismiss(accountId, syncId);
  }

  pace(accountId: string): AccountPace {
    return this.#access.attempt((tables) => tables.pace(accountId))?.result ?? this.#memory.pace(accountId);
  }

  updatePace(accountId: string, change: (pace: AccountPace) => AccountPace): AccountPace {
    const written = this.#access.attempt((tables) =>
      tables.write(() => {
        const before = tables.pace(accountId);
        const after = change(before);
        if (after !== before) {
          tables.writePace(accountId, after);
        }
        return after;
      }),
    );
    return this.#memory.updatePace(accountId, (kept) => written?.result ?? change(kept));
  }

  removeAccount(accountId: string): void {
    for (const { syncId } of this.#memory.list(accountId)) {
      this.#unwritten.delete(keyOf(accountId, syncId));
    }
    this.#transact(accountId, (tables) => tables.deleteAccount(accountId));
    this.#memory.removeAccount(accountId);
  }

  /** Reads what other windows have written since, where any has. Cheap where none has. */
  catchUp(): void {
    this.#news.accountIds.forEach((accountId) => this.#read(accountId));
  }

  dispose(): void {
    this.#owned?.dispose();
    this.#memory.dispose();
    this.#access.dispose();
  }

  #read(accountId: string): void {
    const news = this.#access.attempt((tables) => this.#news.read(tables, accountId))?.result;
    if (news) {
      this.#news.note(accountId, news.position);
      this.#take(accountId, news);
    }
  }

  #change(accountId: string, syncId: string, change: Change, { isPrecious = false } = {}): Changed {
    this.#read(accountId);
    const written = this.#transact(
      accountId,
      (tables, find) => {
        const before = find(syncId);
        const after = change(before, tables);
        return { before, after, dropped: after && after !== before ? this.#write(tables, before, after) : [] };
      },
      isPrecious,
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
    const after = change(before, undefined);
    if (after && after !== before) {
      this.#unwritten.set(keyOf(accountId, syncId), after);
      this.#memory.put(after);
    }
    return { before, after };
  }

  /** Returns the jobs that had to make room. */
  #write(tables: LedgerTables, before: Job | undefined, after: Job): readonly Job[] {
    const now = Date.now();
    tables.writeJob(after);
    const seen = newlySeen(before, after, now);
    if (seen) {
      tables.writeSeen(after, seen);
    }
    if (before) {
      return [];
    }
    const jobs = [...this.#memory.list(after.accountId), after];
    const dropped = new Set([...jobsBeyondAge(jobs, now), ...jobsBeyondCount(jobs)]);
    dropped.forEach((job) => tables.deleteJob(job.accountId, job.syncId));
    return [...dropped];
  }

  /**
   * Runs the work with nobody else writing; `find` tells a job as it is then. Afterwards memory has what others wrote.
   * Undefined where there is no database or it failed; the work may have run then, but left nothing.
   */
  #transact<T>(
    accountId: string,
    work: (tables: LedgerTables, find: (syncId: string) => Job | undefined) => T,
    isPrecious = false,
  ): { readonly result: T } | undefined {
    const done = this.#access.attempt((tables) =>
      tables.write(() => {
        const news = this.#news.read(tables, accountId);
        [...this.#unwritten.values()].forEach((job) => tables.writeJob(job));
        const find = (syncId: string): Job | undefined =>
          this.#unwritten.get(keyOf(accountId, syncId)) ??
          news?.jobs.get(syncId) ??
          (news?.isAll ? undefined : this.#memory.find(accountId, syncId));
        const result = work(tables, find);
        return { result, news, position: positionIn(tables) };
      }, isPrecious),
    );
    if (!done) {
      return undefined;
    }
    const { result, news, position } = done.result;
    this.#news.note(accountId, position);
    if (news) {
      this.#take(accountId, news);
    }
    this.#unwritten.clear();
    return { result };
  }

  /** Takes what others have written into memory, except over what this window knows better. */
  #take(accountId: string, { jobs, isAll }: News): void {
    for (const { syncId } of isAll ? this.#memory.list(accountId) : []) {
      if (!jobs.has(syncId) && !this.#unwritten.has(keyOf(accountId, syncId))) {
        this.#memory.remove(accountId, syncId);
      }
    }
    for (const job of jobs.values()) {
      if (!this.#unwritten.has(keyOf(accountId, job.syncId))) {
        this.#memory.put(job);
      }
    }
  }

  /** The next use opens another database; what this window knows goes into it. */
  #beginAnew(): void {
    for (const accountId of this.#news.accountIds) {
      this.#memory.list(accountId).forEach((job) => this.#unwritten.set(keyOf(accountId, job.syncId), job));
    }
    this.#news.forget();
  }
}

function keyOf(accountId: string, syncId: string): string {
  return JSON.stringify([accountId, syncId]);
}
