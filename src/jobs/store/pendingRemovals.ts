import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Logger } from '../../base/logger.ts';

/** Before the ID of an account that is no longer to be removed. */
const CANCELLED = '-';

/**
 * The accounts, as hashed IDs, that are still to be removed because the database is in use. They are kept in a file next to
 * it, so that the next start completes the removal if the window was closed in the meantime. Windows only append lines to it, so that
 * none loses those of another.
 */
export class PendingRemovals {
  readonly #path: string;
  readonly #log: Logger;

  constructor(databasePath: string, log: Logger) {
    this.#path = removalsPath(databasePath);
    this.#log = log;
  }

  list(): readonly string[] {
    const listed = new Set<string>();
    for (const line of this.#lines()) {
      if (line.startsWith(CANCELLED)) {
        listed.delete(line.slice(CANCELLED.length));
      } else {
        listed.add(line);
      }
    }
    return [...listed];
  }

  /** Whether deleted data is still to be erased from the files, also of accounts that are no longer to be removed. */
  get isErasureDue(): boolean {
    return this.#lines().length > 0;
  }

  add(accountId: string): void {
    this.#append(accountId);
  }

  /** Call this when the account has been removed and is in use again: what it has by the next start must not be removed. */
  cancel(accountId: string): void {
    this.#append(CANCELLED + accountId);
  }

  /** Until the file can be deleted, each start removes the accounts again. */
  clear(): void {
    try {
      rmSync(this.#path, { force: true });
    } catch (error) {
      this.#log.warn(`The pending removals from the job ledger could not be deleted: ${String(error)}`);
    }
  }

  #lines(): readonly string[] {
    try {
      return readFileSync(this.#path, 'utf8').split('\n').filter(Boolean);
    } catch {
      // No file: none pending.
      return [];
    }
  }

  #append(line: string): void {
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      appendFileSync(this.#path, `${line}\n`);
    } catch (error) {
      this.#log.warn(`A pending removal from the job ledger could not be saved: ${String(error)}`);
    }
  }
}

/** The database in the folder that all windows share. */
export function ledgerPath(folder: string): string {
  return join(folder, 'jobs.db');
}

/** Whether a removal is pending, without opening the database. */
export function hasPendingRemovals(folder: string): boolean {
  return existsSync(removalsPath(ledgerPath(folder)));
}

function removalsPath(databasePath: string): string {
  return `${databasePath}.removals`;
}
