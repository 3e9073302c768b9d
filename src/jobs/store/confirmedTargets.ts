import type { LedgerAccess } from './ledgerAccess.ts';

/** The connections for which an account's user has agreed to a review of an upload, in any window. Forgotten with the account. */
export class ConfirmedTargets {
  readonly #access: LedgerAccess;
  /** What this window knows, for when the database can't be used. */
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
    // Afterwards, as writing may find that what was known of the account is to be forgotten.
    this.#memory.set(accountId, (this.#memory.get(accountId) ?? new Set()).add(entityId));
  }

  /** What is in the database goes with the account (`LedgerAccess.removeAccount`). */
  forget(accountId: string): void {
    this.#memory.delete(accountId);
  }
}
