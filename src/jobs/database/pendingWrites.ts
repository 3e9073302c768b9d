import type { Logger } from '../../base/logger.ts';
import type { LedgerDatabase } from './ledgerDatabase.ts';
import { isDamage, isTemporary } from './sqlite.ts';

export type LedgerWrite = (database: LedgerDatabase) => void;

interface PendingWrite {
  readonly accountId: string;
  readonly write: LedgerWrite;
}

/** Writes waiting for the database, in order. A write replaces an earlier one with the same key. */
export class PendingWrites {
  readonly #writes = new Map<string, PendingWrite>();

  get isEmpty(): boolean {
    return this.#writes.size === 0;
  }

  get size(): number {
    return this.#writes.size;
  }

  set(accountId: string, key: string, write: LedgerWrite): void {
    const id = idOf(accountId, key);
    this.#writes.delete(id);
    this.#writes.set(id, { accountId, write });
  }

  delete(accountId: string, key: string): void {
    this.#writes.delete(idOf(accountId, key));
  }

  deleteAccount(accountId: string): void {
    for (const [id, pending] of this.#writes) {
      if (pending.accountId === accountId) {
        this.#writes.delete(id);
      }
    }
  }

  /** Runs all writes; call it in a transaction. One that fails for good is logged and skipped. */
  apply(database: LedgerDatabase, log: Logger): void {
    for (const { write } of this.#writes.values()) {
      try {
        database.savepoint(() => write(database));
      } catch (error) {
        if (isTemporary(error) || isDamage(error)) {
          throw error;
        }
        log.error(`A change could not be written to the job ledger and is lost: ${String(error)}`);
      }
    }
  }

  clear(): void {
    this.#writes.clear();
  }
}

function idOf(accountId: string, key: string): string {
  return JSON.stringify([accountId, key]);
}
