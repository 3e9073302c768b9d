import type { DatabaseSync } from 'node:sqlite';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import { ConfirmedTargets } from './confirmedTargets.ts';
import { LedgerAccess } from './ledgerAccess.ts';
import { LedgerErasure } from './ledgerErasure.ts';
import { LedgerJobStore } from './ledgerJobStore.ts';
import type { UnfinishedRemovals } from './unfinishedRemovals.ts';
import { LedgerUploadStore } from './uploadStore.ts';

interface LedgerOptions {
  /** See `LedgerAccess`. */
  readonly open: () => DatabaseSync | undefined;
  readonly log: Logger;
  /** Deletes the copies of damaged databases. Throws where that fails. */
  readonly deleteDamagedCopies?: () => void;
  /** Where removals are noted until they are done. */
  readonly unfinished?: UnfinishedRemovals;
  /** Disposed of with the ledger. */
  readonly owned?: Disposable;
}

/** The database that all windows share, and the stores that have tables in it. */
export class Ledger implements Disposable {
  readonly #owned = new DisposableStore();
  readonly access: LedgerAccess;
  readonly jobs: LedgerJobStore;
  readonly confirmedTargets: ConfirmedTargets;
  readonly uploads: LedgerUploadStore;
  readonly #erasure: LedgerErasure;

  constructor({ open, log, deleteDamagedCopies = () => undefined, unfinished, owned }: LedgerOptions) {
    this.access = this.#owned.add(new LedgerAccess({ open, log }));
    this.jobs = this.#owned.add(new LedgerJobStore(this.access));
    this.confirmedTargets = new ConfirmedTargets(this.access);
    this.uploads = this.#owned.add(new LedgerUploadStore(this.access));
    this.#owned.add(this.access.onDidFindRemoved((accountId) => this.#forget(accountId)));
    this.#erasure = this.#owned.add(new LedgerErasure({ access: this.access, deleteDamagedCopies, unfinished, log }));
    if (owned) {
      this.#owned.add(owned);
    }
  }

  /** Forgets all of an account, and leaves nothing of it in any file; where a file is in use, as soon as it no longer is. */
  removeAccount(accountId: string): void {
    this.access.removeAccount(accountId);
    this.#forget(accountId);
    this.#erasure.start(accountId);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** Forgets what this window has in memory of an account that was removed from the database. */
  #forget(accountId: string): void {
    this.jobs.forgetAccount(accountId);
    this.uploads.forgetAccount(accountId);
    this.confirmedTargets.forget(accountId);
  }
}
