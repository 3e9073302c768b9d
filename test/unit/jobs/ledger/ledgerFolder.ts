import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '../../../../src/base/logger.ts';

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

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
