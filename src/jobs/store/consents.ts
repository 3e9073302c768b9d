import type { LedgerAccess } from '../database/ledgerAccess.ts';

/**
 * `uploadTarget`: an upload to a connection (its entity ID) was confirmed. `taskSync`, `toolSync`: tasks, or tools of language models,
 * may sync a connection (its entity ID). `uploadOnSave`: saving a file uploads it (its URI and the entity ID).
 */
export type ConsentKind = 'uploadTarget' | 'taskSync' | 'toolSync' | 'uploadOnSave';

/** What the user of an account has agreed to once, in any window. Removed with the account. */
export class Consents {
  readonly #access: LedgerAccess;
  /** Used while the database can't be. */
  readonly #memory = new Map<string, Set<string>>();

  constructor(access: LedgerAccess) {
    this.#access = access;
  }

  has(accountId: string, kind: ConsentKind, subject: string): boolean {
    const read = this.#access.read(
      (database) =>
        database
          .prepare('SELECT 1 FROM consent WHERE account_id = ? AND kind = ? AND subject = ?')
          .get(accountId, kind, subject) !== undefined,
    );
    return read?.result ?? this.#memory.get(accountId)?.has(keyOf(kind, subject)) === true;
  }

  add(accountId: string, kind: ConsentKind, subject: string): void {
    this.#access.writeWhenPossible(accountId, `consent ${keyOf(kind, subject)}`, (database) => {
      database
        .prepare('INSERT INTO consent (account_id, kind, subject) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
        .run(accountId, kind, subject);
    });
    // After writing, which may find that the account was removed and drop what is in memory.
    this.#memory.set(accountId, (this.#memory.get(accountId) ?? new Set()).add(keyOf(kind, subject)));
  }

  /** Removes those of an account, in every window. */
  removeAll(accountId: string): void {
    this.#access.writeWhenPossible(accountId, 'consent none', (database) => {
      database.prepare('DELETE FROM consent WHERE account_id = ?').run(accountId);
    });
    this.dropFromMemory(accountId);
  }

  /** Drops the memory only; `LedgerAccess.removeAccount` removes the rows. */
  dropFromMemory(accountId: string): void {
    this.#memory.delete(accountId);
  }
}

function keyOf(kind: ConsentKind, subject: string): string {
  return `${kind} ${subject}`;
}
