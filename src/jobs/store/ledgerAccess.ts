import type { DatabaseSync } from 'node:sqlite';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import type { Logger } from '../../base/logger.ts';
import { AccessBackoff } from './accessBackoff.ts';
import { AccountRemovals } from './accountRemovals.ts';
import { LedgerDatabase } from './ledgerDatabase.ts';
import { LockWait } from './lockWait.ts';
import { PendingWrites } from './pendingWrites.ts';
import type { LedgerWrite } from './pendingWrites.ts';
import { isBusy, isDamage, isTemporary, NewerLedgerError, obstacle } from './sqliteError.ts';

const NEWER = 'belongs to a newer version of this extension; jobs are remembered only as long as this window is open';
/** So many failures in a row take four seconds. */
const FEW_FAILURES = 5;

interface LedgerAccessOptions {
  /**
   * Called at the first use and again after a failure. Throws where a later call may succeed; undefined where there is
   * no database for as long as the window lives.
   */
  readonly open: () => DatabaseSync | undefined;
  readonly log: Logger;
}

/** What an access returned; the whole is undefined where the database could not be used. */
export interface Accessed<T> {
  readonly result: T;
}

/**
 * The one way to the database, for every store that has tables in it. Nothing is thrown. An access waits 50 ms at most for
 * the lock of another process; after one that failed the database is left alone for a while, longer each time, and the
 * stores go on with what they have in memory. `writeOrKeep` keeps what could not be written until it can be.
 */
export class LedgerAccess implements Disposable {
  readonly #options: LedgerAccessOptions;
  readonly #owned = new DisposableStore();
  readonly #didLoseFile = this.#owned.add(new Emitter<void>());
  readonly #didRecover = this.#owned.add(new Emitter<void>());
  readonly #didFindRemoved = this.#owned.add(new Emitter<string>());
  readonly #backoff = this.#owned.add(new AccessBackoff(() => this.#retry()));
  readonly #lockWait = new LockWait();
  readonly #pending = new PendingWrites();
  readonly #removals = new AccountRemovals();
  /** Found during the access under way. */
  readonly #removed = new Set<string>();
  /** Undefined: not open. */
  #database: LedgerDatabase | 'none' | undefined;
  #complaint = '';
  /** Whether the last access failed because another process holds the lock. */
  #isLocked = false;

  /** Fires when the file was damaged and the next access opens an empty one: what is in memory is to be written again. */
  readonly onDidLoseFile = this.#didLoseFile.event;

  /**
   * Fires when the database can be used again after a failure and everything pending was written: what is in it may
   * differ from what is in memory. Fires in the middle of an access, so a listener must not begin another at once.
   */
  readonly onDidRecover = this.#didRecover.event;

  /**
   * Fires at the end of an access that found that another window has removed this account: what is in memory of it is
   * older. What was pending for it is dropped.
   */
  readonly onDidFindRemoved = this.#didFindRemoved.event;

  constructor(options: LedgerAccessOptions) {
    this.#options = options;
  }

  /** For how long the extension host has waited for the locks of other processes so far, in milliseconds. */
  get waitedMs(): number {
    return this.#lockWait.waitedMs;
  }

  /** False: there is no database for as long as the window lives. */
  get hasDatabase(): boolean {
    return this.#database !== 'none';
  }

  /** Whether the last accesses failed, but so few that the next may well succeed. */
  get isBlockedBriefly(): boolean {
    return this.#backoff.failures > 0 && this.#backoff.failures < FEW_FAILURES;
  }

  /** Reads. The work may run more than once. */
  read<T>(work: (database: LedgerDatabase) => T): Accessed<T> | undefined {
    return this.#attempt((database) => {
      if (!this.#isSettled) {
        this.#writePending(database);
      }
      this.#look(database);
      return work(database);
    });
  }

  /** Writes while no other window does; all of it happens or nothing. The work may run more than once. */
  write<T>(work: (database: LedgerDatabase) => T, { isDurable = false } = {}): Accessed<T> | undefined {
    return this.#attempt((database) => {
      if (!this.#isSettled) {
        this.#writePending(database);
      }
      return database.transaction(() => {
        this.#look(database);
        return work(database);
      }, isDurable);
    });
  }

  /**
   * Writes now or, where that is not possible, as soon as it is, before anything else is read or written. Of pending
   * writes with the same key only the latest is kept.
   */
  writeOrKeep(
    accountId: string,
    key: string,
    write: LedgerWrite,
    options: { readonly isDurable?: boolean } = {},
  ): void {
    if (!this.write(write, options)) {
      this.keep(accountId, key, write);
    }
  }

  /** Keeps a write for when the database can be written again. */
  keep(accountId: string, key: string, write: LedgerWrite): void {
    if (this.#database !== 'none') {
      this.#pending.set(accountId, key, write);
      this.#backoff.ensureRetry();
    }
  }

  /**
   * Resolves once everything is written. Does so at the latest after that time, and at once where something else than the
   * lock of another process is in the way.
   */
  whenWritten(limitMs: number): Promise<void> {
    this.read(() => undefined);
    if (!this.#isLocked) {
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer);
        recovery.dispose();
        resolve();
      };
      const recovery = this.onDidRecover(finish);
      const timer = setTimeout(finish, limitMs);
    });
  }

  dropPending(accountId: string, key: string): void {
    this.#pending.delete(accountId, key);
  }

  /** Forgets all of an account, in every table, and what is pending for it. */
  removeAccount(accountId: string): void {
    this.#pending.deleteAccount(accountId);
    this.writeOrKeep(accountId, 'account', (database) => {
      database.deleteAccount(accountId);
      this.#removals.noteOwn(database);
    });
  }

  /** Writes what is pending, if that is possible now. From then on there is no database. */
  dispose(): void {
    if (!this.#pending.isEmpty) {
      this.#backoff.end();
      this.read(() => undefined);
    }
    if (!this.#pending.isEmpty) {
      this.#options.log.warn(`${this.#pending.size} changes could not be written to the ledger of jobs and are lost.`);
    }
    this.#owned.dispose();
    this.#giveUp();
  }

  /** Whether the last access succeeded and nothing is pending. */
  get #isSettled(): boolean {
    return this.#pending.isEmpty && this.#backoff.failures === 0;
  }

  #attempt<T>(work: (database: LedgerDatabase) => T): Accessed<T> | undefined {
    if (this.#database === 'none' || this.#backoff.isWaiting) {
      return undefined;
    }
    try {
      const accessed = this.#lockWait.run(() => {
        const database = this.#opened();
        return database && { result: work(database) };
      });
      this.#noteSuccess();
      return accessed;
    } catch (error) {
      this.#noteFailure(error);
      return undefined;
    } finally {
      const removed = [...this.#removed];
      this.#removed.clear();
      removed.forEach((accountId) => this.#didFindRemoved.fire(accountId));
    }
  }

  /** To be called before the database is used, in the same transaction. */
  #look(database: LedgerDatabase): void {
    database.assertCompatible();
    for (const accountId of this.#removals.take(database)) {
      this.#pending.deleteAccount(accountId);
      this.#removed.add(accountId);
    }
  }

  #opened(): LedgerDatabase | undefined {
    if (this.#database === undefined) {
      const database = this.#options.open();
      this.#database = database ? new LedgerDatabase(database) : 'none';
    }
    if (this.#database === 'none') {
      this.#pending.clear();
      return undefined;
    }
    return this.#database;
  }

  /** Where nothing is pending, this still finds out whether the database can be written again. */
  #writePending(database: LedgerDatabase): void {
    database.transaction(() => {
      this.#look(database);
      this.#pending.apply(database, this.#options.log);
    }, true);
    this.#pending.clear();
    this.#didRecover.fire();
  }

  #retry(): void {
    this.read(() => undefined);
  }

  #noteSuccess(): void {
    if (this.#backoff.failures > 0) {
      this.#options.log.info('The ledger of jobs can be written again.');
    }
    this.#complaint = '';
    this.#isLocked = false;
    this.#backoff.succeed();
  }

  #noteFailure(error: unknown): void {
    this.#isLocked = isBusy(error);
    if (error instanceof NewerLedgerError) {
      this.#complain(NEWER, error);
      this.#giveUp();
    } else if (isDamage(error)) {
      this.#complain('is damaged', error);
      this.#close();
      this.#removals.forget();
      if (this.#backoff.failures > 0) {
        this.#backoff.fail();
      }
      this.#didLoseFile.fire();
    } else if (isTemporary(error)) {
      this.#complain(`${obstacle(error)}; jobs are kept in memory until it can be written`, error);
      if (!isBusy(error)) {
        this.#close();
      }
      this.#backoff.fail();
    } else {
      this.#complain('could not be read or written', error);
    }
  }

  /** Each obstacle is logged once, until an access succeeds. */
  #complain(what: string, error: unknown): void {
    if (what !== this.#complaint) {
      this.#complaint = what;
      this.#options.log.error(`The ledger of jobs ${what}. ${String(error)}`);
    }
  }

  #giveUp(): void {
    this.#close();
    this.#pending.clear();
    this.#backoff.end();
    this.#database = 'none';
  }

  #close(): void {
    const database = this.#database;
    this.#database = undefined;
    if (database === undefined || database === 'none') {
      return;
    }
    try {
      database.close();
    } catch (error) {
      this.#options.log.warn(`The ledger of jobs was not closed cleanly: ${String(error)}`);
    }
  }
}
