import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from '../../base/logger.ts';

/**
 * The accounts, by their hashed ids, that are still to be removed from a database that can't be written now. They stand in a
 * file beside it, so that the next start goes on where a window was closed meanwhile.
 */
export class UnfinishedRemovals {
  readonly #path: string;
  readonly #log: Logger;

  constructor(databasePath: string, log: Logger) {
    this.#path = `${databasePath}.removals`;
    this.#log = log;
  }

  list(): readonly string[] {
    try {
      return [...new Set(readFileSync(this.#path, 'utf8').split('\n').filter(Boolean))];
    } catch {
      // There are none.
      return [];
    }
  }

  add(accountId: string): void {
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      appendFileSync(this.#path, `${accountId}\n`);
    } catch (error) {
      this.#log.warn(`What is to be removed from the ledger of jobs could not be noted: ${String(error)}`);
    }
  }

  clear(): void {
    rmSync(this.#path, { force: true });
  }
}
