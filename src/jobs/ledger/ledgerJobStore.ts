import type { DatabaseSync } from 'node:sqlite';
import type { Disposable } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import type { EpochMs } from '../../base/time.ts';
import type { Job, SeenState } from '../../model/job.ts';
import type { AccountPace } from '../accountPace.ts';
import type { JobStore, JobUpdate } from '../jobStore.ts';
import { MemoryJobStore } from '../memoryJobStore.ts';
import { jobsBeyondAge, jobsBeyondCount } from '../retention.ts';
import { newlySeen } from '../seenStates.ts';
import { isDamage } from './ledgerFile.ts';
import { LedgerTables } from './ledgerTables.ts';

interface LedgerJobStoreOptions {
  /** Called when the store is first used, and again where the database broke meanwhile. Undefined: there is none. */
  readonly open: () => DatabaseSync | undefined;
  readonly log: Logger;
  /** Disposed of with the store. */
  readonly owned?: Disposable;
}

/** Up to where an account's jobs have been read. */
interface Position {
  readonly dataVersion: number;
  readonly revision: number;
  readonly deletions: number;
}

/** What others have written: jobs that are new or changed, or, where something was deleted, all that there are. */
interface Pulled {
  readonly jobs: ReadonlyMap<string, Job>;
  readonly isAll: boolean;
}

const NOTHING: Pulled = { jobs: new Map(), isAll: false };

/**
 * Remembers jobs in a database that all windows share. What was read is kept in memory and read again only where another
 * window has written. Whatever happens to the database, what this window knows stays known to it, and is written as soon
 * as that is possible again.
 */
export class LedgerJobStore implements JobStore {
  readonly #options: LedgerJobStoreOptions;
  readonly #memory = new MemoryJobStore();
  readonly #positions = new Map<string, Position>();
  /** By account and id: what could not be written yet. */
  readonly #unwritten = new Map<string, Job>();
  /** Undefined: not yet used. */
  #tables: LedgerTables | 'none' | undefined;
  #complaint = '';

  readonly onDidChange = this.#memory.onDidChange;

  constructor(options: LedgerJobStoreOptions) {
    this.#options = options;
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
    return this.#attempt((tables) => tables.seen(accountId, syncId))?.result ?? this.#memory.history(accountId, syncId);
  }

  add(job: Job): boolean {
    return this.#change(job.accountId, job.syncId, (known) => known ?? job).before === undefined;
  }

  put(job: Job): void {
    this.#change(job.accountId, job.syncId, () => job);
  }

  update(accountId: string, syncId: string, change: (job: Job) => Job): JobUpdate | undefined {
    const { before, after } = this.#change(accountId, syncId, (known) => known && change(known));
    return before && after && { before, after };
  }

  claim(accountId: string, syncId: string, expected: EpochMs | undefined, until: EpochMs): boolean {
    const written = this.#transact(accountId, (tables) => tables.claimJob(accountId, syncId, expected, until));
    const isClaimed = written?.result ?? true;
    return isClaimed && this.#memory.claim(accountId, syncId, expected, until);
  }

  remove(accountId: string, syncId: string): void {
    this.#unwritten.delete(keyOf(accountId, syncId));
    this.#transact(accountId, (tables) => tables.deleteJob(accountId, syncId));
    this.#memory.remove(accountId, syncId);
  }

  pace(accountId: string): AccountPace {
    return this.#attempt((tables) => tables.pace(accountId))?.result ?? this.#memory.pace(accountId);
  }

  updatePace(accountId: string, change: (pace: AccountPace) => AccountPace): AccountPace {
    const written = this.#attempt((tables) =>
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
    for (const accountId of [...this.#positions.keys()]) {
      this.#read(accountId);
    }
  }

  dispose(): void {
    this.#options.owned?.dispose();
    this.#memory.dispose();
    this.#close();
    this.#tables = 'none';
  }

  /** `change` returns undefined to leave out what is not there, and its argument to leave it as it is. */
  #change(
    accountId: string,
    syncId: string,
    change: (known: Job | undefined) => Job | undefined,
  ): { readonly before: Job | undefined; readonly after: Job | undefined } {
    this.#read(accountId);
    const isNew = this.#memory.find(accountId, syncId) === undefined;
    const written = this.#transact(
      accountId,
      (tables, find) => {
        const before = find(syncId);
        const after = change(before);
        return { before, after, dropped: after && after !== before ? this.#write(tables, before, after) : [] };
      },
      isNew,
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
    const after = change(before);
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
    const done = this.#attempt((tables) =>
      tables.write(() => {
        const dataVersion = tables.dataVersion();
        const pulled = this.#pull(tables, accountId, dataVersion);
        [...this.#unwritten.values()].forEach((job) => tables.writeJob(job));
        const find = (syncId: string): Job | undefined =>
          this.#unwritten.get(keyOf(accountId, syncId)) ??
          pulled.jobs.get(syncId) ??
          (pulled.isAll ? undefined : this.#memory.find(accountId, syncId));
        const result = work(tables, find);
        return { result, pulled, position: { ...tables.position(), dataVersion } };
      }, isPrecious),
    );
    if (!done) {
      return undefined;
    }
    const { result, pulled, position } = done.result;
    this.#positions.set(accountId, position);
    this.#take(accountId, pulled);
    this.#unwritten.clear();
    return { result };
  }

  #read(accountId: string): void {
    const done = this.#attempt((tables) => {
      const dataVersion = tables.dataVersion();
      // The position first: what is written in between is then read twice, and not never.
      const position = { ...tables.position(), dataVersion };
      const pulled = this.#pull(tables, accountId, dataVersion);
      return { pulled, position };
    });
    if (done && done.result.pulled !== NOTHING) {
      this.#positions.set(accountId, done.result.position);
      this.#take(accountId, done.result.pulled);
    }
  }

  #pull(tables: LedgerTables, accountId: string, dataVersion: number): Pulled {
    const known = this.#positions.get(accountId);
    if (known?.dataVersion === dataVersion) {
      return NOTHING;
    }
    const isAll = known?.deletions !== tables.position().deletions;
    const jobs = tables.jobs(accountId, isAll ? -1 : known.revision);
    return { jobs: new Map(jobs.map((job) => [job.syncId, job])), isAll };
  }

  #take(accountId: string, { jobs, isAll }: Pulled): void {
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

  /** The one place that touches the database: what fails is said once, and never more than this window's loss. */
  #attempt<T>(work: (tables: LedgerTables) => T): { readonly result: T } | undefined {
    this.#tables ??= this.#open();
    if (this.#tables === 'none') {
      return undefined;
    }
    try {
      return { result: work(this.#tables) };
    } catch (error) {
      if (String(error) !== this.#complaint) {
        this.#complaint = String(error);
        this.#options.log.error(`The ledger of jobs could not be read or written: ${this.#complaint}`);
      }
      if (isDamage(error)) {
        this.#beginAnew();
      }
      return undefined;
    }
  }

  #open(): LedgerTables | 'none' {
    const database = this.#options.open();
    return database ? new LedgerTables(database) : 'none';
  }

  /** The next use opens the database again; what this window knows goes into it. */
  #beginAnew(): void {
    this.#close();
    for (const accountId of this.#positions.keys()) {
      this.#memory.list(accountId).forEach((job) => this.#unwritten.set(keyOf(accountId, job.syncId), job));
    }
    this.#positions.clear();
    this.#tables = undefined;
  }

  #close(): void {
    const tables = this.#tables;
    if (tables === undefined || tables === 'none') {
      return;
    }
    try {
      tables.close();
    } catch (error) {
      this.#options.log.warn(`The ledger of jobs was not closed cleanly: ${String(error)}`);
    }
  }
}

function keyOf(accountId: string, syncId: string): string {
  return JSON.stringify([accountId, syncId]);
}
