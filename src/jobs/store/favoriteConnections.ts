import type { LedgerAccess } from './ledgerAccess.ts';

/** The connections that the user has marked as favorites, in any window. Removed with the account. */
export class FavoriteConnections {
  readonly #access: LedgerAccess;
  /** Used while the database can't be. */
  readonly #memory = new Map<string, ReadonlySet<string>>();

  constructor(access: LedgerAccess) {
    this.#access = access;
  }

  /** Their entity IDs. */
  read(accountId: string): ReadonlySet<string> {
    const read = this.#access.read((database) =>
      database.prepare('SELECT entity_id FROM favorite WHERE account_id = ?').all(accountId),
    );
    return read
      ? new Set(read.result.map((row) => String(row['entity_id'])))
      : (this.#memory.get(accountId) ?? new Set());
  }

  set(accountId: string, entityIds: readonly string[], isFavorite: boolean): void {
    const sql = isFavorite
      ? 'INSERT INTO favorite (account_id, entity_id) VALUES (?, ?) ON CONFLICT DO NOTHING'
      : 'DELETE FROM favorite WHERE account_id = ? AND entity_id = ?';
    const favorites = new Set(this.read(accountId));
    entityIds.forEach((entityId) => (isFavorite ? favorites.add(entityId) : favorites.delete(entityId)));
    this.#access.writeOrKeep(accountId, `favorites ${JSON.stringify(entityIds)}`, (database) => {
      entityIds.forEach((entityId) => database.prepare(sql).run(accountId, entityId));
    });
    // After writing, which may find that the account was removed and drop what is in memory.
    this.#memory.set(accountId, favorites);
  }

  /** Drops the memory only; `LedgerAccess.removeAccount` removes the rows. */
  forget(accountId: string): void {
    this.#memory.delete(accountId);
  }
}
