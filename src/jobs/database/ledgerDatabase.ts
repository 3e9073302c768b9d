import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { WalFlush } from './walFlush.ts';
import { assertCompatible } from './schema.ts';
import { ReplacedLedgerError } from './sqlite.ts';

/** When a transaction survives a power failure: at its commit, some milliseconds later, or with a later transaction. */
export type Durability = 'atCommit' | 'soon' | 'later';

/** An open database with its prepared statements. Throws SQLite's errors. */
export class LedgerDatabase {
  readonly #database: DatabaseSync;
  readonly #id = randomUUID();
  readonly #statements = new Map<string, StatementSync>();
  /** Empty if the database is in memory. */
  readonly #path: string;
  /** Which file this is; undefined if the database is in memory. */
  readonly fileId: string | undefined;
  #walFlush: WalFlush | 'none' | undefined;
  /** Read once in each access. */
  #dataVersion: string | undefined;
  /** The data version of the last successful compatibility check. */
  #compatibleAt: string | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#path = String(
      this.prepare("SELECT file FROM pragma_database_list WHERE name = 'main'").get()?.['file'] ?? '',
    );
    this.fileId = fileIdOf(this.#path);
  }

  /** Returns the cached statement. Name the columns in inserts: a newer version may have added some. */
  prepare(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /**
   * Call this before each access: other connections may have written since the last one. Throws `ReplacedLedgerError` if another
   * file is at the path: no other window reads what is written to this one.
   */
  beginAccess(): void {
    this.#dataVersion = undefined;
    if (fileIdOf(this.#path) !== this.fileId) {
      throw new ReplacedLedgerError(this.#path);
    }
  }

  /** Changes when another connection has written; the same during an access, and in a transaction. Differs between databases. */
  dataVersion(): string {
    this.#dataVersion ??= `${this.#id} ${String(this.prepare('PRAGMA data_version').get()?.['data_version'])}`;
    return this.#dataVersion;
  }

  /** Runs the work in one transaction. */
  transaction<T>(work: () => T, durability: Durability): T {
    const walFlush = durability === 'soon' ? this.#usableWalFlush() : undefined;
    const isSynchronous = durability !== 'later' && walFlush === undefined;
    if (isSynchronous) {
      this.#database.exec('PRAGMA synchronous = FULL');
    }
    try {
      this.prepare('BEGIN IMMEDIATE').run();
      this.#dataVersion = undefined;
      try {
        const result = work();
        this.prepare('COMMIT').run();
        walFlush?.request();
        return result;
      } catch (error) {
        if (this.#database.isTransaction) {
          this.prepare('ROLLBACK').run();
        }
        throw error;
      }
    } finally {
      if (isSynchronous) {
        this.#database.exec('PRAGMA synchronous = NORMAL');
      }
    }
  }

  /** Runs a part of a transaction that is rolled back alone if it throws. */
  savepoint(work: () => void): void {
    this.prepare('SAVEPOINT part').run();
    try {
      work();
      this.prepare('RELEASE part').run();
    } catch (error) {
      // A full disk or a corrupt file rolls back the whole transaction.
      if (this.#database.isTransaction) {
        this.prepare('ROLLBACK TO part').run();
        this.prepare('RELEASE part').run();
      }
      throw error;
    }
  }

  /**
   * Throws `NewerLedgerError` if a newer version of this extension has migrated the tables to a format that this one can't
   * use. Cheap if nothing was written since the last call.
   */
  assertCompatible(): void {
    const dataVersion = this.dataVersion();
    if (dataVersion !== this.#compatibleAt) {
      assertCompatible(this.#database);
      this.#compatibleAt = dataVersion;
    }
  }

  /** Deletes the account from every table, including those of newer versions. `removed_account` tells the other windows. */
  deleteAccount(accountId: string): void {
    const tables = this.prepare(
      `SELECT schema.name FROM sqlite_schema AS schema, pragma_table_info(schema.name) AS columns
       WHERE schema.type = 'table' AND columns.name = 'account_id'`,
    ).all() as unknown as readonly { readonly name: string }[];
    for (const { name } of tables) {
      this.prepare(`DELETE FROM "${name}" WHERE account_id = ?`).run(accountId);
    }
    this.prepare('UPDATE ledger SET deletions = deletions + 1').run();
    this.prepare(
      `INSERT INTO removed_account (id, removals, removed_at) VALUES (?, 1, ?)
       ON CONFLICT DO UPDATE SET removals = removals + 1, removed_at = excluded.removed_at`,
    ).run(accountId, Date.now());
  }

  /** Makes sure that a transaction writes something: one that writes nothing succeeds even if the disk is full. */
  writeNoChange(): void {
    this.prepare('UPDATE ledger SET revision = revision').run();
  }

  /** Erases deleted data from the file, including data deleted before `secure_delete` was set. */
  compact(): void {
    this.#database.exec('PRAGMA temp_store = MEMORY; VACUUM');
  }

  /** Truncates the write-ahead log. False: another connection is reading from it. */
  truncateWal(): boolean {
    return Number(this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] ?? 0) === 0;
  }

  close(): void {
    this.#database.close();
  }

  /** Undefined without a write-ahead log, or if it can't be flushed. */
  #usableWalFlush(): WalFlush | undefined {
    if (this.#walFlush === undefined) {
      const mode = this.prepare('PRAGMA journal_mode').get()?.['journal_mode'];
      this.#walFlush = mode === 'wal' ? new WalFlush(`${this.#path}-wal`) : 'none';
    }
    return this.#walFlush === 'none' || this.#walFlush.hasFailed ? undefined : this.#walFlush;
  }
}

/** Identifies the file, by device and inode. An empty file doesn't count: a database never becomes empty again. */
function fileIdOf(path: string): string | undefined {
  const stat = path === '' ? undefined : statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat && stat.size > 0n ? `${stat.dev} ${stat.ino}` : undefined;
}
