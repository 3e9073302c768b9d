import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { assertCompatible } from './migrations.ts';

/** An open connection with its prepared statements. Everything throws what SQLite throws. */
export class LedgerDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** The data version at which the tables were last found to be usable. */
  #compatibleAt: number | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** The statement, compiled once. Name the columns: a newer version may have added some. */
  prepare(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Changes whenever another connection has written. */
  dataVersion(): number {
    return Number(this.prepare('PRAGMA data_version').get()?.['data_version']);
  }

  /** Runs the work while no other connection writes; all of it happens or nothing. `isDurable`: survives a power failure. */
  transaction<T>(work: () => T, isDurable: boolean): T {
    if (isDurable) {
      this.#database.exec('PRAGMA synchronous = FULL');
    }
    try {
      this.prepare('BEGIN IMMEDIATE').run();
      try {
        const result = work();
        this.prepare('COMMIT').run();
        return result;
      } catch (error) {
        if (this.#database.isTransaction) {
          this.prepare('ROLLBACK').run();
        }
        throw error;
      }
    } finally {
      if (isDurable) {
        this.#database.exec('PRAGMA synchronous = NORMAL');
      }
    }
  }

  /** Runs a part of a transaction that leaves nothing behind where it throws. */
  savepoint(work: () => void): void {
    this.prepare('SAVEPOINT part').run();
    try {
      work();
      this.prepare('RELEASE part').run();
    } catch (error) {
      // A full disk or a damaged file ends the whole transaction.
      if (this.#database.isTransaction) {
        this.prepare('ROLLBACK TO part').run();
        this.prepare('RELEASE part').run();
      }
      throw error;
    }
  }

  /**
   * Throws `NewerLedgerError` where a newer version of this extension has changed the tables, maybe just now, into some
   * that this one can't use. Cheap where nothing was written since the last call.
   */
  assertCompatible(): void {
    const dataVersion = this.dataVersion();
    if (dataVersion !== this.#compatibleAt) {
      assertCompatible(this.#database);
      this.#compatibleAt = dataVersion;
    }
  }

  /** From every table, those of newer versions included. Other windows find out from `removed_account`. */
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

  /** Leaves nothing in the file of what was deleted, also of what was before `secure_delete` was set. */
  compact(): void {
    this.#database.exec('PRAGMA temp_store = MEMORY; VACUUM');
  }

  /** Empties the write-ahead log. False: another connection still reads from it. */
  emptyLog(): boolean {
    return Number(this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] ?? 0) === 0;
  }

  close(): void {
    this.#database.close();
  }
}
