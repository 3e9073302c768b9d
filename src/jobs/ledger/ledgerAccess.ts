import type { DatabaseSync } from 'node:sqlite';
import type { Disposable } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import { isDamage } from './ledgerFile.ts';
import { LedgerTables } from './ledgerTables.ts';

interface LedgerAccessOptions {
  /** Called when the database is first used, and again where it broke meanwhile. Undefined: there is none. */
  readonly open: () => DatabaseSync | undefined;
  /** The file turned out to be damaged; the next use opens one that knows nothing. */
  readonly onDamage: () => void;
  readonly log: Logger;
}

/** The one way to the database. What fails there is said once, and never thrown. */
export class LedgerAccess implements Disposable {
  readonly #options: LedgerAccessOptions;
  /** Undefined: not yet used. */
  #tables: LedgerTables | 'none' | undefined;
  #complaint = '';

  constructor(options: LedgerAccessOptions) {
    this.#options = options;
  }

  /** Undefined where there is no database, or where the work failed. */
  attempt<T>(work: (tables: LedgerTables) => T): { readonly result: T } | undefined {
    this.#tables ??= this.#open();
    if (this.#tables === 'none') {
      return undefined;
    }
    try {
      return { result: work(this.#tables) };
    } catch (error) {
      if (String(error) !== this.#complaint) {
        this.#complaint = String(error);
        this.#options.log.error(`The ledger of jobs could not be read or written: ${this.#complaint}`);
      }
      if (isDamage(error)) {
        this.#close();
        this.#tables = undefined;
        this.#options.onDamage();
      }
      return undefined;
    }
  }

  /** From then on there is no database. */
  dispose(): void {
    this.#close();
    this.#tables = 'none';
  }

  #open(): LedgerTables | 'none' {
    const database = this.#options.open();
    return database ? new LedgerTables(database) : 'none';
  }

  #close(): void {
    if (this.#tables === undefined || this.#tables === 'none') {
      return;
    }
    try {
      this.#tables.close();
    } catch (error) {
      this.#options.log.warn(`The ledger of jobs was not closed cleanly: ${String(error)}`);
    }
  }
}
