import { DAY_MS } from '../../base/time.ts';
import type { EpochMs } from '../../base/time.ts';
import type { LedgerAccess } from '../database/ledgerAccess.ts';

const KEPT_FOR_MS = 90 * DAY_MS;

/** The accounts that were signed out, but whose history the user has kept. It is removed with the account. */
export class KeptHistories {
  readonly #access: LedgerAccess;

  constructor(access: LedgerAccess) {
    this.#access = access;
  }

  add(accountId: string, now: EpochMs): void {
    this.#access.writeWhenPossible(accountId, 'kept history', (database) => {
      database
        .prepare('INSERT INTO kept_history (account_id, at) VALUES (?, ?) ON CONFLICT DO UPDATE SET at = excluded.at')
        .run(accountId, now);
    });
  }

  /** Call this when the account has signed in again. */
  delete(accountId: string): void {
    this.#access.dropPending(accountId, 'kept history');
    if (this.#read().some(({ id }) => id === accountId)) {
      this.#access.writeWhenPossible(accountId, 'kept history', (database) => {
        database.prepare('DELETE FROM kept_history WHERE account_id = ?').run(accountId);
      });
    }
  }

  /** The accounts that have not signed in again for 90 days. */
  expired(now: EpochMs): readonly string[] {
    return this.#read()
      .filter(({ at }) => now - at > KEPT_FOR_MS)
      .map(({ id }) => id);
  }

  #read(): readonly { readonly id: string; readonly at: EpochMs }[] {
    const rows = this.#access.read((database) => database.prepare('SELECT account_id, at FROM kept_history').all());
    return (rows?.result ?? []).map((row) => ({ id: String(row['account_id']), at: Number(row['at']) }));
  }
}
