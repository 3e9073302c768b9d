import type { DatabaseSync } from 'node:sqlite';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import { LedgerAccess } from '../database/ledgerAccess.ts';
import { deleteDamagedCopies, openLedgerFile } from '../database/ledgerFile.ts';
import { LedgerWatch } from '../database/ledgerWatch.ts';
import { ledgerPath } from '../database/ledgerPaths.ts';
import type { RemovalStorage } from '../database/ledgerPaths.ts';
import { FavoriteConnections } from './favoriteConnections.ts';
import { Consents } from './consents.ts';
import { KeptHistories } from './keptHistories.ts';
import { LedgerErasure } from './ledgerErasure.ts';
import { LedgerJobStore } from './ledgerJobStore.ts';
import { PendingRemovals } from './pendingRemovals.ts';
import type { PendingRemoval } from './pendingRemovals.ts';
import { SignOuts } from './signOuts.ts';
import { UploadStore } from './uploadStore.ts';

interface LedgerOptions {
  /** See `LedgerConnectionOptions`. */
  readonly open: () => DatabaseSync | undefined;
  readonly log: Logger;
  /** Deletes the copies of damaged databases. Throws on failure. */
  readonly deleteDamagedCopies?: () => void;
  /** Removals that could not be completed. */
  readonly pendingRemovals?: PendingRemovals;
  /** Disposed with the ledger. */
  readonly owned?: Disposable;
}

/** The database that all windows share, with the stores that have tables in it. */
export class Ledger implements Disposable {
  readonly #owned = new DisposableStore();
  readonly access: LedgerAccess;
  readonly jobs: LedgerJobStore;
  readonly favorites: FavoriteConnections;
  readonly consents: Consents;
  readonly signOuts: SignOuts;
  readonly uploads: UploadStore;
  readonly #keptHistories: KeptHistories;
  readonly #erasure: LedgerErasure;
  readonly #pendingRemovals: PendingRemovals | undefined;
  #removedAtStart: readonly string[] = [];

  constructor({ open, log, deleteDamagedCopies = () => undefined, pendingRemovals, owned }: LedgerOptions) {
    this.#pendingRemovals = pendingRemovals;
    if (owned) {
      // Disposed last, because disposing the others may open the database once more.
      this.#owned.add(owned);
    }
    this.access = this.#owned.add(new LedgerAccess({ open, log }));
    this.jobs = this.#owned.add(new LedgerJobStore(this.access));
    this.favorites = this.#owned.add(new FavoriteConnections(this.access));
    this.consents = new Consents(this.access);
    this.#keptHistories = new KeptHistories(this.access);
    this.signOuts = this.#owned.add(new SignOuts(this.access));
    this.uploads = this.#owned.add(new UploadStore(this.access));
    this.#owned.add(this.access.onDidFindRemoved((accountId) => this.#dropFromMemory(accountId)));
    this.#erasure = this.#owned.add(
      new LedgerErasure({
        access: this.access,
        removePending: () => this.#removePending(),
        deleteDamagedCopies,
        pendingRemovals,
        log,
      }),
    );
  }

  /** Removes an account and erases its data from every file; from a file that is in use, as soon as possible. */
  removeAccount(accountId: string): void {
    this.#signOut({ accountId, keepsHistory: false });
    this.#erasure.start(accountId);
  }

  /** Removes what the user of an account has agreed to, and keeps its history for a while. See `handleSignIn`. */
  keepHistory(accountId: string): void {
    this.#signOut({ accountId, keepsHistory: true });
    if (this.access.problem !== undefined && this.access.problem !== 'noSqlite') {
      this.addPendingRemoval(accountId, { keepsHistory: true });
    }
  }

  /** Has the next start remove an account again, because something that is not in the database could not be removed. */
  addPendingRemoval(accountId: string, options: { readonly keepsHistory: boolean }): void {
    this.#pendingRemovals?.add(accountId, options);
  }

  /**
   * Call this for each account that a window uses. Removes what is too old of its history, and the kept histories of accounts that have
   * not signed in again for too long.
   */
  handleSignIn(accountId: string): void {
    const pending = this.#pendingRemovals?.list().find((removal) => removal.accountId === accountId);
    if (pending) {
      // Now, because at the next start it would remove what the account gets from now on. The account is not signed out again, though.
      this.#remove(pending);
      this.#pendingRemovals?.cancel(accountId);
    }
    this.#keptHistories.delete(accountId);
    this.#keptHistories.expired(Date.now()).forEach((expired) => this.removeAccount(expired));
    this.jobs.removeExpired(accountId);
    this.uploads.removeExpired(accountId);
  }

  /** The accounts whose removal was pending at the start. What is stored of them elsewhere has to be removed, too. */
  get removedAtStart(): readonly string[] {
    return this.#removedAtStart;
  }

  /** Completes what earlier windows could not remove and erase. */
  completeRemovals(): void {
    this.#removedAtStart = this.#pendingRemovals?.list().map(({ accountId }) => accountId) ?? [];
    if (this.#pendingRemovals?.isErasureDue === true) {
      this.#erasure.start();
    }
  }

  /** Reads what other windows have written. Cheap if they have written nothing. */
  catchUp(): void {
    this.jobs.catchUp();
    this.signOuts.catchUp();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #removePending(): void {
    this.#pendingRemovals?.list().forEach((pending) => this.#signOut(pending));
  }

  #signOut(removal: PendingRemoval): void {
    this.#remove(removal);
    this.signOuts.add(removal.accountId, Date.now());
  }

  #remove({ accountId, keepsHistory }: PendingRemoval): void {
    if (keepsHistory) {
      this.consents.removeAll(accountId);
      this.#keptHistories.add(accountId, Date.now());
    } else {
      this.access.removeAccount(accountId);
      this.#dropFromMemory(accountId);
    }
  }

  /** Drops what this window has in memory about an account that was removed from the database. */
  #dropFromMemory(accountId: string): void {
    this.jobs.dropFromMemory(accountId);
    this.uploads.dropFromMemory(accountId);
    this.favorites.dropFromMemory(accountId);
    this.consents.dropFromMemory(accountId);
  }
}

interface LedgerLocation {
  /** The global storage folder, shared by all windows. It need not exist. */
  readonly folder: string;
  /** Where removals are pending if the folder can't be written. */
  readonly storage?: RemovalStorage;
  readonly log: Logger;
}

/**
 * Opens the ledger that all windows share: the file when it is first used, or at once if account removals are pending. No
 * failure is fatal; without a usable file, the ledger works in memory.
 */
export function openLedger({ folder, storage, log }: LedgerLocation): Ledger {
  const file = ledgerPath(folder);
  const pendingRemovals = new PendingRemovals({ databasePath: file, storage, log });
  const watch = new LedgerWatch({ folder, log, onDidWrite: () => ledger.catchUp() });
  const ledger: Ledger = new Ledger({
    open: () => {
      const database = openLedgerFile(file, log);
      if (database) {
        watch.start();
      }
      return database;
    },
    log,
    deleteDamagedCopies: () => deleteDamagedCopies(file),
    pendingRemovals,
    owned: watch,
  });
  ledger.completeRemovals();
  return ledger;
}

/** Opens a ledger of this window only, which is never written to a file. */
export function openMemoryLedger(log: Logger): Ledger {
  return new Ledger({ open: () => undefined, log });
}
