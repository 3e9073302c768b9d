import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '../../../../src/base/logger.ts';
import type { Ledger } from '../../../../src/jobs/store/ledger.ts';
import { openLedger } from '../../../../src/jobs/store/ledger.ts';

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

  readonly #ledgers: Ledger[] = [];

  /** Opens the ledger as another window does. */
  open(path = this.path): Ledger {
    return this.own(openLedger({ folder: path, log: this.log }));
  }

  /** Has a ledger closed with the others. */
  own(ledger: Ledger): Ledger {
    this.#ledgers.push(ledger);
    return ledger;
  }

  /** Closes every ledger. */
  close(): void {
    this.#ledgers.splice(0).forEach((ledger) => ledger.dispose());
  }

  remove(): void {
    this.close();
    rmSync(this.path, { recursive: true, force: true });
  }
}
