import type { DatabaseSync } from 'node:sqlite';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import type { Logger } from '../../base/logger.ts';
import { AccessBackoff } from './accessBackoff.ts';
import { LedgerDatabase } from './ledgerDatabase.ts';
import { LockRetries } from './lockRetries.ts';
import { isBusy, isDamage, isTemporary, NewerLedgerError, ReplacedLedgerError, temporaryProblem } from './sqlite.ts';
import type { LedgerProblem } from './sqlite.ts';

const NEWER = 'belongs to a newer version of this extension; jobs are kept only while this window is open';
/** With the backoff's delays, this many failures in a row take four seconds. */
const FEW_FAILURES = 5;

export interface LedgerConnectionOptions {
  /**
   * Opens the database; called at the first use and again after a failure. Throws if a later call may succeed. Returns
   * undefined if there will be no database while the window is open.
   */
  readonly open: () => DatabaseSync | undefined;
  readonly log: Logger;
}

/** The result of an access; undefined as a whole if the database could not be used. */
export interface Accessed<T> {
  readonly result: T;
}

/**
 * Opens the database on demand and keeps it usable. Never throws: a failed access is logged, and depending on its cause the
 * database is tried again later with increasing delays, replaced by an empty one, or given up for this window.
 */
export class LedgerConnection implements Disposable {
  readonly #options: LedgerConnectionOptions;
  readonly #owned = new DisposableStore();
  readonly #didLoseFile = this.#owned.add(new Emitter<void>());
  readonly #backoff: AccessBackoff;
  readonly #lockRetries = new LockRetries();
  /** Undefined while it is not open; 'none' if there will be none while this window is open. */
  #database: LedgerDatabase | 'none' | undefined;
  /** The file that was open last, which is what the stores have in memory. */
  #fileId: string | undefined;
  readonly #loggedProblems = new Set<string>();
  #problem: LedgerProblem | undefined;

  /** Fires when the file is damaged, or another one has taken its place: everything in memory has to be written to that. */
  readonly onDidLoseFile = this.#didLoseFile.event;

  /** @param retry called when a failed access can be repeated. */
  constructor(options: LedgerConnectionOptions, retry: () => void) {
    this.#options = options;
    this.#backoff = this.#owned.add(new AccessBackoff(retry));
  }

  /** How long the extension host has been blocked by the locks of other processes so far, in ms. */
  get waitedMs(): number {
    return this.#lockRetries.waitedMs;
  }

  /** False: there will be no database while this window is open. */
  get hasDatabase(): boolean {
    return this.#database !== 'none';
  }

  /** Why the last access failed, or why there will be no database. */
  get problem(): LedgerProblem | undefined {
    return this.#problem;
  }

  /** Whether the last access failed. */
  get isFailing(): boolean {
    return this.#backoff.failures > 0;
  }

  /** Whether the last accesses failed, but so few that the next one may well succeed. */
  get isBlockedBriefly(): boolean {
    return this.isFailing && this.#backoff.failures < FEW_FAILURES;
  }

  /** Runs the work, which may run more than once. Undefined if the database can't be used or must not be tried yet. */
  access<T>(work: (database: LedgerDatabase) => T): Accessed<T> | undefined {
    if (this.#database === 'none' || this.#backoff.isWaiting) {
      return undefined;
    }
    try {
      const accessed = this.#lockRetries.run(() => this.#runOnUsableFile(work));
      this.#handleSuccess();
      return accessed;
    } catch (error) {
      this.#handle(error);
      return undefined;
    }
  }

  /** Schedules a retry unless one is scheduled. */
  ensureRetry(): void {
    this.#backoff.ensureRetry();
  }

  /** Allows the next access at once. */
  endBackoff(): void {
    this.#backoff.end();
  }

  /** Closes the database for good. */
  dispose(): void {
    this.#giveUp();
    this.#owned.dispose();
  }

  /** If the file is lost, runs the work again with a new one at once, because an upload is sent even if nothing could be written. */
  #runOnUsableFile<T>(work: (database: LedgerDatabase) => T): Accessed<T> | undefined {
    try {
      return this.#run(work);
    } catch (error) {
      if (!hasLostFile(error)) {
        throw error;
      }
      this.#abandonFile(error);
      return this.#run(work);
    }
  }

  #run<T>(work: (database: LedgerDatabase) => T): Accessed<T> | undefined {
    this.#database ??= this.#open();
    if (this.#database === 'none') {
      return undefined;
    }
    this.#database.beginAccess();
    return { result: work(this.#database) };
  }

  #open(): LedgerDatabase | 'none' {
    const opened = this.#options.open();
    if (!opened) {
      this.#problem = 'noSqlite';
      return 'none';
    }
    const database = ledgerDatabaseOf(opened);
    const isOtherFile = this.#fileId !== undefined && this.#fileId !== database.fileId;
    this.#fileId = database.fileId;
    if (isOtherFile) {
      this.#didLoseFile.fire();
    }
    return database;
  }

  #handleSuccess(): void {
    if (this.isFailing) {
      this.#options.log.info('The job ledger can be written again.');
    }
    this.#loggedProblems.clear();
    this.#problem = this.#database === 'none' ? this.#problem : undefined;
    this.#backoff.succeed();
  }

  /** Logs why an access failed, and decides whether the database is tried again, replaced or given up. */
  #handle(error: unknown): void {
    if (error instanceof NewerLedgerError) {
      this.#problem = 'newer';
      this.#logOnce(NEWER, error);
      this.#giveUp();
    } else if (hasLostFile(error)) {
      this.#problem = 'failing';
      this.#abandonFile(error);
      this.#backoff.fail();
    } else if (isTemporary(error)) {
      const { problem, description } = temporaryProblem(error);
      this.#problem = problem;
      this.#logOnce(`${description}; jobs are kept in memory until it can be written`, error);
      if (!isBusy(error)) {
        this.#close();
      }
      this.#backoff.fail();
    } else {
      this.#logOnce('could not be read or written', error);
    }
  }

  /** Closes the file; the next access opens another one. */
  #abandonFile(error: unknown): void {
    if (isDamage(error)) {
      // Opening it again reports the damage, and where the file is kept.
      this.#options.log.info(`The job ledger is damaged: ${String(error)}`);
    } else {
      this.#logOnce('was moved, deleted or emptied; what this window knows is written to a new file', error);
    }
    this.#close();
    this.#fileId = undefined;
    this.#didLoseFile.fire();
  }

  /** Logs each problem once until an access succeeds; the first one as the error, and others that follow from it as details. */
  #logOnce(problem: string, error: unknown): void {
    if (!this.#loggedProblems.has(problem)) {
      const level = this.#loggedProblems.size === 0 || problem === NEWER ? 'error' : 'info';
      this.#loggedProblems.add(problem);
      this.#options.log[level](`The job ledger ${problem}. ${String(error)}`);
    }
  }

  #giveUp(): void {
    this.#close();
    this.#backoff.succeed();
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
      this.#options.log.warn(`The job ledger was not closed cleanly: ${String(error)}`);
    }
  }
}

/** Closes the database if it can't even be read: no one else would. */
function ledgerDatabaseOf(opened: DatabaseSync): LedgerDatabase {
  try {
    return new LedgerDatabase(opened);
  } catch (error) {
    opened.close();
    throw error;
  }
}

/** Whether what was written to the open file is no longer in the database. */
function hasLostFile(error: unknown): boolean {
  return isDamage(error) || error instanceof ReplacedLedgerError;
}
