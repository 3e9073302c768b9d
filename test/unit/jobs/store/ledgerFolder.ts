import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Disposable } from '../../../../src/base/disposable.ts';
import type { Logger } from '../../../../src/base/logger.ts';
import { Ledger, openLedger } from '../../../../src/jobs/store/ledger.ts';
import { openLedgerFile } from '../../../../src/jobs/database/ledgerFile.ts';
import { holdLock } from './holdLock.ts';
import type { Release } from './holdLock.ts';

// In memory where that is possible: nothing here is about how fast a disk is.
const PARENT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A folder for a ledger, and what was logged about it. */
export class LedgerFolder {
  readonly path = mkdtempSync(join(PARENT, 'ledger-'));
  readonly file = join(this.path, 'jobs.db');
  readonly said: string[] = [];
  readonly log: Logger = {
    debug: () => undefined,
    info: (message) => this.said.push(`info: ${message}`),
    warn: (message) => this.said.push(`warn: ${message}`),
    error: (message) => this.said.push(`error: ${message}`),
  };

  readonly #owned: Disposable[] = [];
  #release: Release | undefined;

  /** Opens the ledger as another window does. */
  open(path = this.path): Ledger {
    return this.own(openLedger({ folder: path, log: this.log }));
  }

  /** Opens the ledger, and returns with it whether work waits until what it writes is on the disk. */
  openWatched(): { readonly ledger: Ledger; readonly waitsForDisk: (work: () => unknown) => boolean } {
    let executed: string[] = [];
    const open = () => {
      const database = openLedgerFile(this.file, this.log);
      const exec = database?.exec.bind(database);
      return database && Object.assign(database, { exec: (sql: string) => (executed.push(sql), exec?.(sql)) });
    };
    const waitsForDisk = (work: () => unknown): boolean => {
      executed = [];
      work();
      return executed.includes('PRAGMA synchronous = FULL');
    };
    return { ledger: this.own(new Ledger({ open, log: this.log })), waitsForDisk };
  }

  /** Has a ledger, or what uses one, disposed by `close`. */
  own<Owned extends Disposable>(owned: Owned): Owned {
    this.#owned.push(owned);
    return owned;
  }

  /** Has another process lock the database until `unlock`, and run `sql` meanwhile. */
  async lock(kind: 'IMMEDIATE' | 'EXCLUSIVE', sql?: string): Promise<void> {
    this.#release = await holdLock(this.file, kind, sql);
  }

  /** Ends the lock of the other process, if there is one. */
  async unlock(): Promise<void> {
    await this.#release?.();
    this.#release = undefined;
  }

  /** Disposes of every ledger, after what uses it. */
  close(): void {
    this.#owned
      .splice(0)
      .reverse()
      .forEach((owned) => owned.dispose());
  }

  remove(): void {
    this.close();
    rmSync(this.path, { recursive: true, force: true });
  }
}
