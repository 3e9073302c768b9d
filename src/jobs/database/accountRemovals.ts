import type { LedgerDatabase } from './ledgerDatabase.ts';

interface RemovalRow {
  readonly id: string;
  readonly removals: number;
  readonly removed_at: number;
}

/**
 * Finds accounts that other windows have removed, by counting removals. What this window has in memory about them, or has
 * yet to write, is older than the removal and must not be written.
 */
export class AccountRemovals {
  /** Removals per account at the last check; undefined before the first. */
  #known: Map<string, number> | undefined;
  /** The data version of the last check. */
  #checkedAt: string | undefined;
  /** This window has read nothing that was removed before it started. */
  readonly #startedAt = Date.now();

  /** Returns the accounts removed since the last call. Call it in the transaction that writes. Cheap if nothing was written. */
  take(database: LedgerDatabase): readonly string[] {
    const dataVersion = database.dataVersion();
    if (dataVersion === this.#checkedAt) {
      return [];
    }
    const rows = read(database);
    const known = this.#known;
    const isNew = ({ id, removals, removed_at }: RemovalRow): boolean =>
      known ? removals > (known.get(id) ?? 0) : removed_at >= this.#startedAt;
    this.#known = new Map(rows.map(({ id, removals }) => [id, removals]));
    this.#checkedAt = dataVersion;
    return rows.filter(isNew).map(({ id }) => id);
  }

  /** Call it after removing an account in this window, so that `take` does not report it. */
  recordOwn(database: LedgerDatabase): void {
    this.#known = new Map(read(database).map(({ id, removals }) => [id, removals]));
  }

  /** Starts over for another database. */
  invalidate(): void {
    this.#known = undefined;
    this.#checkedAt = undefined;
  }
}

function read(database: LedgerDatabase): readonly RemovalRow[] {
  return database
    .prepare('SELECT id, removals, removed_at FROM removed_account')
    .all() as unknown as readonly RemovalRow[];
}
