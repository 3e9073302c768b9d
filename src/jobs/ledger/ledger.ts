import type { DatabaseSync } from 'node:sqlite';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import { ConfirmedTargets } from './confirmedTargets.ts';
import { LedgerAccess } from './ledgerAccess.ts';
import { LedgerJobStore } from './ledgerJobStore.ts';

interface LedgerOptions {
  /** See `LedgerAccess`. */
  readonly open: () => DatabaseSync | undefined;
  readonly log: Logger;
  /** Disposed of with the ledger. */
  readonly owned?: Disposable;
}

/** The database that all windows share, and the stores that have tables in it. */
export class Ledger implements Disposable {
  readonly #owned = new DisposableStore();
  readonly access: LedgerAccess;
  readonly jobs: LedgerJobStore;
  readonly confirmedTargets: ConfirmedTargets;

  constructor({ open, log, owned }: LedgerOptions) {
    this.access = this.#owned.add(new LedgerAccess({ open, log }));
    this.jobs = this.#owned.add(new LedgerJobStore(this.access));
    this.confirmedTargets = new ConfirmedTargets(this.access);
    if (owned) {
      this.#owned.add(owned);
    }
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
