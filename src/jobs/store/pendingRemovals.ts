import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../../base/errorCode.ts';
import type { Logger } from '../../base/logger.ts';
import { removalsPath } from './ledgerPaths.ts';

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
  /** How much of the file `list` has read. */
  #listedBytes = 0;

  constructor(databasePath: string, log: Logger) {
    this.#path = removalsPath(databasePath);
    this.#log = log;
  }

  list(): readonly string[] {
    const text = this.#read();
    const listed = new Set<string>();
    this.#listedBytes = text.length;
    for (const line of linesOf(text)) {
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
    return linesOf(this.#read()).length > 0;
  }

  /** Whether any window has added to the file since `list` read it. */
  get hasGrown(): boolean {
    return (statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0) > this.#listedBytes;
  }

  add(accountId: string): void {
    this.#append(accountId);
  }

  /** Call this when the account has been removed and is in use again: what it has by the next start must not be removed. */
  cancel(accountId: string): void {
    this.#append(CANCELLED + accountId);
  }

  /** Deletes what `list` read. Until the file can be deleted, each start removes the accounts again. */
  clear(): void {
    // Under another name, so that no window can add to it between reading and deleting it.
    const done = `${this.#path}.${randomUUID()}`;
    try {
      renameSync(this.#path, done);
      const added = readFileSync(done).subarray(this.#listedBytes);
      if (added.length > 0) {
        appendFileSync(this.#path, added);
      }
      rmSync(done);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') {
        this.#log.warn(`The pending removals from the job ledger could not be deleted: ${String(error)}`);
      }
    }
    this.#listedBytes = 0;
  }

  #read(): Buffer {
    try {
      return readFileSync(this.#path);
    } catch {
      // No file: none pending.
      return Buffer.alloc(0);
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

function linesOf(text: Buffer): readonly string[] {
  return text.toString().split('\n').filter(Boolean);
}
