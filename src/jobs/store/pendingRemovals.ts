import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Logger } from '../../base/logger.ts';

/**
 * The accounts, as hashed IDs, that are still to be removed because the database is in use. They are kept in a file next to
 * it, so that the next start completes the removal if the window was closed in the meantime.
 */
export class PendingRemovals {
  readonly #path: string;
  readonly #log: Logger;

  constructor(databasePath: string, log: Logger) {
    this.#path = removalsPath(databasePath);
    this.#log = log;
  }

  list(): readonly string[] {
    try {
      return [...new Set(readFileSync(this.#path, 'utf8').split('\n').filter(Boolean))];
    } catch {
      // No file: none pending.
      return [];
    }
  }

  add(accountId: string): void {
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      appendFileSync(this.#path, `${accountId}\n`);
    } catch (error) {
      this.#log.warn(`A pending removal from the job ledger could not be saved: ${String(error)}`);
    }
  }

  /** Until the file can be deleted, each start removes the accounts again. */
  clear(): void {
    try {
      rmSync(this.#path, { force: true });
    } catch (error) {
      this.#log.warn(`The pending removals from the job ledger could not be deleted: ${String(error)}`);
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
