import type { LedgerDatabase } from './ledgerDatabase.ts';

interface RemovalRow {
  readonly id: string;
  readonly removals: number;
  readonly removed_at: number;
}

/**
 * Finds the accounts that other windows have removed since this one last looked, by the number of their removals. What
 * this window has in memory of them, or has yet to write, is older than that and must not come back.
 */
export class AccountRemovals {
  /** By account: how often it had been removed when this window last looked. Undefined: it has not looked. */
  #known: Map<string, number> | undefined;
  #database: LedgerDatabase | undefined;
  #dataVersion: number | undefined;
  /** What was removed before then, this window has never read. */
  readonly #startedAt = Date.now();

  /** Cheap where no other window has written. To be called in the transaction that writes. */
  take(database: LedgerDatabase): readonly string[] {
    const dataVersion = database.dataVersion();
    if (database === this.#database && dataVersion === this.#dataVersion) {
      return [];
    }
    const rows = read(database);
    const known = this.#known;
    const isNew = ({ id, removals, removed_at }: RemovalRow): boolean =>
      known ? removals > (known.get(id) ?? 0) : removed_at >= this.#startedAt;
    this.#known = new Map(rows.map(({ id, removals }) => [id, removals]));
    this.#database = database;
    this.#dataVersion = dataVersion;
    return rows.filter(isNew).map(({ id }) => id);
  }

  /** To be called when this window has removed an account itself, which it need not be told. */
  noteOwn(database: LedgerDatabase): void {
    this.#known = new Map(read(database).map(({ id, removals }) => [id, removals]));
  }

  /** The next database is another one. */
  forget(): void {
    this.#known = undefined;
    this.#database = undefined;
  }
}

function read(database: LedgerDatabase): readonly RemovalRow[] {
  return database
    .prepare('SELECT id, removals, removed_at FROM removed_account')
    .all() as unknown as readonly RemovalRow[];
}
