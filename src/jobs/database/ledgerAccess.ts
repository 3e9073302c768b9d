import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import { AccountRemovals } from './accountRemovals.ts';
import { LedgerConnection } from './ledgerConnection.ts';
import type { Accessed, LedgerConnectionOptions } from './ledgerConnection.ts';
import type { Durability, LedgerDatabase } from './ledgerDatabase.ts';
import { PendingWrites } from './pendingWrites.ts';
import type { LedgerWrite } from './pendingWrites.ts';
import type { LedgerProblem } from './sqlite.ts';

/**
 * Reads and writes the database for every store that has tables in it. Nothing is thrown. While the database can't be used,
 * the stores work with what they have in memory, and pending writes are kept: they come first once it can be written again.
 */
export class LedgerAccess implements Disposable {
  readonly #options: LedgerConnectionOptions;
  readonly #owned = new DisposableStore();
  readonly #didRecover = this.#owned.add(new Emitter<void>());
  readonly #didFindRemoved = this.#owned.add(new Emitter<string>());
  readonly #didChangeLastingProblem = this.#owned.add(new Emitter<void>());
  readonly #connection: LedgerConnection;
  readonly #pending = new PendingWrites();
  readonly #removals = new AccountRemovals();
  /** Found during the current access. */
  readonly #removed = new Set<string>();
  /** What the listeners know. */
  #lastingProblem: LedgerProblem | undefined;

  /** Fires when the file is damaged: the next access opens an empty one, to which everything in memory has to be written. */
  readonly onDidLoseFile;

  /**
   * Fires when the database can be used again after a failure and all pending writes are in it: it may differ from what is
   * in memory. Fires during an access, so a listener must not start another one synchronously.
   */
  readonly onDidRecover = this.#didRecover.event;

  /**
   * Fires after an access that found an account removed by another window: what is in memory about it is outdated. Its
   * pending writes have been dropped.
   */
  readonly onDidFindRemoved = this.#didFindRemoved.event;

  /** Fires after an access that changed `lastingProblem`. */
  readonly onDidChangeLastingProblem = this.#didChangeLastingProblem.event;

  constructor(options: LedgerConnectionOptions) {
    this.#options = options;
    this.#connection = new LedgerConnection(options, () => void this.read(() => undefined));
    this.#owned.add(this.#connection.onDidLoseFile(() => this.#removals.invalidate()));
    this.onDidLoseFile = this.#connection.onDidLoseFile;
  }

  /** How long the extension host has been blocked by the locks of other processes so far, in ms. */
  get waitedMs(): number {
    return this.#connection.waitedMs;
  }

  /** False: there will be no database while this window is open. */
  get hasDatabase(): boolean {
    return this.#connection.hasDatabase;
  }

  /** Whether the last accesses failed, but so few that the next one may well succeed. */
  get isBlockedBriefly(): boolean {
    return this.#connection.isBlockedBriefly;
  }

  /** Why the last access failed, or why there will be no database. */
  get problem(): LedgerProblem | undefined {
    return this.#connection.problem;
  }

  /** Why the database can't be used for so long that the user has to know: what is kept in memory may be lost. */
  get lastingProblem(): LedgerProblem | undefined {
    return this.isBlockedBriefly ? undefined : this.problem;
  }

  /** Reads. The work may run more than once. Undefined if the database can't be used. */
  read<T>(work: (database: LedgerDatabase) => T): Accessed<T> | undefined {
    return this.#access((database) => {
      this.#checkForChanges(database);
      return work(database);
    });
  }

  /**
   * Reads only if another window has written since `dataVersion`, the one of the last read. Undefined if none has, or if the database
   * can't be used.
   */
  readIfChanged<T>(
    dataVersion: string | undefined,
    work: (database: LedgerDatabase) => T,
  ): { readonly result: T; readonly dataVersion: string } | undefined {
    return this.read((database) => {
      const current = database.dataVersion();
      return current === dataVersion ? undefined : { result: work(database), dataVersion: current };
    })?.result;
  }

  /** Runs the work in one transaction. It may run more than once. */
  write<T>(
    work: (database: LedgerDatabase) => T,
    { durability = 'later' }: { readonly durability?: Durability } = {},
  ): Accessed<T> | undefined {
    return this.#access((database) =>
      database.transaction(() => {
        this.#checkForChanges(database);
        return work(database);
      }, durability),
    );
  }

  /** Writes now or, if that fails, when the database can be written again. See `addPending`. */
  writeWhenPossible(
    accountId: string,
    key: string,
    write: LedgerWrite,
    options: { readonly durability?: Durability } = {},
  ): void {
    if (!this.write(write, options)) {
      this.addPending(accountId, key, write);
    }
  }

  /** Adds a pending write; it replaces one with the same key. */
  addPending(accountId: string, key: string, write: LedgerWrite): void {
    if (this.hasDatabase) {
      this.#pending.set(accountId, key, write);
      this.#connection.ensureRetry();
    }
  }

  dropPending(accountId: string, key: string): void {
    this.#pending.delete(accountId, key);
  }

  /**
   * Resolves when nothing is pending, but no later than after `limitMs`; at once if the database can't be used for another
   * reason than the lock of another process.
   */
  whenWritten(limitMs: number): Promise<void> {
    this.read(() => undefined);
    if (this.problem !== 'locked') {
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

  /** Deletes an account from every table, and its pending writes. */
  removeAccount(accountId: string): void {
    this.#pending.deleteAccount(accountId);
    this.writeWhenPossible(accountId, 'account', (database) => {
      database.deleteAccount(accountId);
      this.#removals.recordOwn(database);
    });
  }

  /** Tries once more to write what is pending, then closes the database for good. */
  dispose(): void {
    if (!this.#pending.isEmpty) {
      this.#connection.endBackoff();
      this.read(() => undefined);
    }
    if (!this.#pending.isEmpty) {
      this.#options.log.warn(`${this.#pending.size} changes could not be written to the job ledger and are lost.`);
    }
    this.#owned.dispose();
    this.#connection.dispose();
    this.#pending.clear();
  }

  #access<T>(work: (database: LedgerDatabase) => T): Accessed<T> | undefined {
    const accessed = this.#connection.access((database) => {
      if (!this.#pending.isEmpty || this.#connection.isFailing) {
        this.#writePending(database);
      }
      return work(database);
    });
    if (!this.hasDatabase) {
      this.#pending.clear();
    }
    const removed = [...this.#removed];
    this.#removed.clear();
    removed.forEach((accountId) => this.#didFindRemoved.fire(accountId));
    if (this.lastingProblem !== this.#lastingProblem) {
      this.#lastingProblem = this.lastingProblem;
      this.#didChangeLastingProblem.fire();
    }
    return accessed;
  }

  /** Also called with nothing pending, to find out whether the database can be written again. */
  #writePending(database: LedgerDatabase): void {
    database.transaction(() => {
      this.#checkForChanges(database);
      database.writeNoChange();
      this.#pending.apply(database, this.#options.log);
    }, 'atCommit');
    this.#pending.clear();
    this.#didRecover.fire();
  }

  /** Must be called before the database is used, in the same transaction. */
  #checkForChanges(database: LedgerDatabase): void {
    database.assertCompatible();
    for (const accountId of this.#removals.take(database)) {
      this.#pending.deleteAccount(accountId);
      this.#removed.add(accountId);
    }
  }
}
