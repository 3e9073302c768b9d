import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { LedgerAccess } from '../database/ledgerAccess.ts';
import type { LedgerDatabase } from '../database/ledgerDatabase.ts';

/** The connections that the user has marked as favorites, in any window. Removed with the account. */
export class FavoriteConnections implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #access: LedgerAccess;
  /** What was last read or set, for when the database can't be used or is lost. */
  readonly #memory = new Map<string, ReadonlySet<string>>();

  constructor(access: LedgerAccess) {
    this.#access = access;
    this.#owned.add(access.onDidLoseFile(() => this.#writeAllAgain()));
  }

  /** Their entity IDs. */
  read(accountId: string): ReadonlySet<string> {
    const read = this.#access.read((database) =>
      database.prepare('SELECT entity_id FROM favorite WHERE account_id = ?').all(accountId),
    );
    if (read) {
      this.#memory.set(accountId, new Set(read.result.map((row) => String(row['entity_id']))));
    }
    return this.#memory.get(accountId) ?? new Set();
  }

  set(accountId: string, entityIds: readonly string[], isFavorite: boolean): void {
    const favorites = new Set(this.read(accountId));
    entityIds.forEach((entityId) => (isFavorite ? favorites.add(entityId) : favorites.delete(entityId)));
    const { key, write } = favoritesWrite(accountId, entityIds, isFavorite);
    this.#access.writeWhenPossible(accountId, key, write);
    // After writing, which may find that the account was removed and drop what is in memory.
    this.#memory.set(accountId, favorites);
  }

  /** Drops the memory only; `LedgerAccess.removeAccount` removes the rows. */
  dropFromMemory(accountId: string): void {
    this.#memory.delete(accountId);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** Has everything written to the database that the next access opens. */
  #writeAllAgain(): void {
    for (const [accountId, favorites] of this.#memory) {
      const { key, write } = favoritesWrite(accountId, [...favorites], true);
      this.#access.addPending(accountId, key, write);
    }
  }
}

function favoritesWrite(accountId: string, entityIds: readonly string[], isFavorite: boolean) {
  const sql = isFavorite
    ? 'INSERT INTO favorite (account_id, entity_id) VALUES (?, ?) ON CONFLICT DO NOTHING'
    : 'DELETE FROM favorite WHERE account_id = ? AND entity_id = ?';
  return {
    key: `favorites ${JSON.stringify(entityIds)}`,
    write: (database: LedgerDatabase) =>
      entityIds.forEach((entityId) => database.prepare(sql).run(accountId, entityId)),
  };
}
