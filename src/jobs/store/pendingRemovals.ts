import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../../base/errorCode.ts';
import type { Logger } from '../../base/logger.ts';
import { REMOVALS_KEY, removalsPath } from '../database/ledgerPaths.ts';
import type { RemovalStorage } from '../database/ledgerPaths.ts';

/** Before the ID of an account that is no longer to be removed. */
const CANCELLED = '-';
/** Before the ID of an account whose history is to be kept. */
const HISTORY_KEPT = '+';

/** What is still to be removed of an account: everything, or everything but its history. */
export interface PendingRemoval {
  readonly accountId: string;
  readonly keepsHistory: boolean;
}

interface PendingRemovalsOptions {
  readonly databasePath: string;
  readonly storage: RemovalStorage | undefined;
  readonly log: Logger;
}

/**
 * The accounts, as hashed IDs, that are still to be removed because the database is in use or can't be written. They are kept in a file
 * next to it, so that the next start completes the removal if the window was closed in the meantime. Windows only append lines to it, so
 * that none loses those of another.
 *
 * If the file can't be written either, as in a read-only folder, the lines are kept in VS Code's storage for the extension, which is in
 * another folder. `globalState` is not used for anything else of the ledger, because a window can overwrite what another one has just
 * written. Here that could only happen to two windows that sign out at the same moment.
 */
export class PendingRemovals {
  readonly #path: string;
  readonly #storage: RemovalStorage | undefined;
  readonly #log: Logger;
  /** What `list` has read of the file. */
  #listed: Buffer = Buffer.alloc(0);
  /** The lines of the storage that `list` has read. */
  #listedLines: readonly string[] = [];

  constructor({ databasePath, storage, log }: PendingRemovalsOptions) {
    this.#path = removalsPath(databasePath);
    this.#storage = storage;
    this.#log = log;
  }

  list(): readonly PendingRemoval[] {
    const text = this.#read();
    this.#listed = text;
    this.#listedLines = this.#storedLines();
    const listed = new Map<string, PendingRemoval>();
    for (const line of [...linesOf(text), ...this.#listedLines]) {
      const accountId = accountOf(line);
      if (line.startsWith(CANCELLED)) {
        listed.delete(accountId);
      } else {
        listed.set(accountId, { accountId, keepsHistory: line.startsWith(HISTORY_KEPT) });
      }
    }
    return [...listed.values()];
  }

  /** Whether deleted data is still to be erased from the files, also of accounts that are no longer to be removed. */
  get isErasureDue(): boolean {
    return linesOf(this.#read()).length > 0 || this.#storedLines().length > 0;
  }

  /** Whether any window has added to the pending removals since `list` read them. */
  get hasGrown(): boolean {
    return (
      this.#addedTo(this.#read()).length > 0 || this.#storedLines().some((line) => !this.#listedLines.includes(line))
    );
  }

  add(accountId: string, { keepsHistory = false } = {}): void {
    this.#append(`${keepsHistory ? HISTORY_KEPT : ''}${accountId}`);
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
      const added = this.#addedTo(readFileSync(done));
      if (added.length > 0) {
        appendFileSync(this.#path, added);
      }
      rmSync(done);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') {
        this.#log.warn(`The pending removals from the job ledger could not be deleted: ${String(error)}`);
      }
    }
    if (this.#listedLines.length > 0) {
      this.#store(this.#storedLines().filter((line) => !this.#listedLines.includes(line)));
    }
    this.#listed = Buffer.alloc(0);
    this.#listedLines = [];
  }

  /** What windows have added to the file since `list` read it: everything if another one has cleared it in the meantime. */
  #addedTo(content: Buffer): Buffer {
    const start = content.subarray(0, this.#listed.length);
    return start.equals(this.#listed) ? content.subarray(start.length) : content;
  }

  #read(): Buffer {
    try {
      return readFileSync(this.#path);
    } catch {
      // No file: none pending.
      return Buffer.alloc(0);
    }
  }

  #storedLines(): readonly string[] {
    const lines = this.#storage?.get(REMOVALS_KEY);
    return Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : [];
  }

  #append(line: string): void {
    const stored = this.#storedLines();
    let isInFile = true;
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      appendFileSync(this.#path, `${line}\n`);
    } catch (error) {
      isInFile = false;
      this.#log.warn(`A pending removal could not be saved next to the job ledger: ${String(error)}`);
    }
    // While there are lines in the storage, which count after those of the file, the later ones have to be there, too.
    if (!isInFile || stored.length > 0) {
      this.#store([...stored.filter((other) => accountOf(other) !== accountOf(line)), line]);
    }
  }

  #store(lines: readonly string[]): void {
    this.#storage?.update(REMOVALS_KEY, lines.length > 0 ? lines : undefined).then(undefined, (error: unknown) => {
      this.#log.warn(`The pending removals from the job ledger could not be stored: ${String(error)}`);
    });
  }
}

function linesOf(text: Buffer): readonly string[] {
  return text.toString().split('\n').filter(Boolean);
}

function accountOf(line: string): string {
  return line.startsWith(CANCELLED) || line.startsWith(HISTORY_KEPT) ? line.slice(1) : line;
}
