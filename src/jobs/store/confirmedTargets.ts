import type { LedgerAccess } from './ledgerAccess.ts';

/** The connections for which the user has confirmed an upload, in any window. Removed with the account. */
export class ConfirmedTargets {
  readonly #access: LedgerAccess;
  /** Used while the database can't be. */
  readonly #memory = new Map<string, Set<string>>();

  constructor(access: LedgerAccess) {
    this.#access = access;
  }

  has(accountId: string, entityId: string): boolean {
    const read = this.#access.read(
      (database) =>
        database
          .prepare('SELECT 1 FROM confirmed_target WHERE account_id = ? AND entity_id = ?')
          .get(accountId, entityId) !== undefined,
    );
    return read?.result ?? this.#memory.get(accountId)?.has(entityId) === true;
  }

  add(accountId: string, entityId: string): void {
    this.#access.writeOrKeep(accountId, `confirm ${entityId}`, (database) => {
      database
        .prepare('INSERT INTO confirmed_target (account_id, entity_id) VALUES (?, ?) ON CONFLICT DO NOTHING')
        .run(accountId, entityId);
    });
    // After writing, which may find that the account was removed and drop what is in memory.
    this.#memory.set(accountId, (this.#memory.get(accountId) ?? new Set()).add(entityId));
  }

  /** Removes those of an account, in every window. */
  removeAll(accountId: string): void {
    this.#access.writeOrKeep(accountId, 'confirm none', (database) => {
      database.prepare('DELETE FROM confirmed_target WHERE account_id = ?').run(accountId);
    });
    this.forget(accountId);
  }

  /** Drops the memory only; `LedgerAccess.removeAccount` removes the rows. */
  forget(accountId: string): void {
    this.#memory.delete(accountId);
  }
}
