import { MINUTE_MS } from '../../base/time.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import type { LedgerAccess } from '../database/ledgerAccess.ts';
import type { PendingRemovals } from './pendingRemovals.ts';

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = MINUTE_MS;

interface ErasureOptions {
  readonly access: Pick<LedgerAccess, 'read' | 'hasDatabase' | 'problem'>;
  /** Removes from the tables what is still pending. */
  readonly removePending: () => void;
  /** Throws on failure. */
  readonly deleteDamagedCopies: () => void;
  readonly pendingRemovals: Pick<PendingRemovals, 'add' | 'clear' | 'hasGrown'> | undefined;
  readonly log: Logger;
}

/**
 * Erases deleted data from the ledger's files: free pages, the write-ahead log and copies of a damaged database. Retries
 * with increasing delays while another process uses one of them.
 */
export class LedgerErasure implements Disposable {
  readonly #options: ErasureOptions;
  #isDue = false;
  #isCompacted = false;
  #retryMs = FIRST_RETRY_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ErasureOptions) {
    this.#options = options;
  }

  /** Erases the data of an account that was deleted from the tables; without an account, whatever was deleted. */
  start(accountId?: string): void {
    const { access, pendingRemovals } = this.#options;
    this.#isDue = true;
    this.#isCompacted = false;
    this.#retryMs = FIRST_RETRY_MS;
    const isDone = this.#run();
    // A newer version can remove what is in its database.
    if ((!isDone || access.problem === 'newer') && accountId !== undefined) {
      pendingRemovals?.add(accountId);
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    if (this.#isDue && !this.#erase()) {
      this.#options.log.warn('The job ledger is in use. Deleted data is erased when it is next opened.');
    }
    this.#isDue = false;
  }

  /** Returns whether it is done. */
  #run(): boolean {
    clearTimeout(this.#timer);
    this.#isDue = !this.#erase();
    if (this.#isDue) {
      this.#timer = setTimeout(() => this.#run(), this.#retryMs);
      this.#retryMs = Math.min(2 * this.#retryMs, LAST_RETRY_MS);
    }
    return !this.#isDue;
  }

  #erase(): boolean {
    const { access, removePending, pendingRemovals } = this.#options;
    if (!this.#isCompacted || pendingRemovals?.hasGrown === true) {
      // Those of other windows, too, because the list is cleared below.
      removePending();
      this.#isCompacted = false;
    }
    const isDatabaseClean = access.read((database) => {
      if (!this.#isCompacted) {
        database.compact();
        this.#isCompacted = true;
      }
      return database.truncateWal();
    });
    const hasNoCopies = this.#hasNoCopies();
    if (isDatabaseClean?.result === true && hasNoCopies) {
      pendingRemovals?.clear();
    }
    return hasNoCopies && (isDatabaseClean?.result ?? !access.hasDatabase);
  }

  #hasNoCopies(): boolean {
    try {
      this.#options.deleteDamagedCopies();
      return true;
    } catch (error) {
      this.#options.log.warn(`A copy of a damaged ledger could not be deleted: ${String(error)}`);
      return false;
    }
  }
}
