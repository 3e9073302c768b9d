import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { JobStore } from '../../jobs/store/jobStore.ts';

/**
 * The outcome of an undo. `signedOut`: the account has been signed out since then, so the jobs stay removed. `disposed`: the window has
 * started or left the demo since then, which disposed their store.
 */
type UndoResult = 'restored' | 'signedOut' | 'disposed';

/** Brings the removed jobs back, in every window. */
export type UndoRemoval = () => UndoResult;

interface JobRemovalsOptions {
  readonly store: JobStore;
  readonly accountId: () => string | undefined;
  readonly hasAccount: (accountId: string) => boolean;
}

/** Removes jobs at the user's request, in every window. This window keeps them in memory, so that the user can undo it. */
export class JobRemovals implements Disposable {
  readonly #options: JobRemovalsOptions;
  readonly #owned = new DisposableStore();
  /** How often the data of each account was erased. */
  readonly #erasures = new Map<string, number>();
  #isDisposed = false;

  constructor(options: JobRemovalsOptions) {
    this.#options = options;
    this.#owned.add(
      options.store.onDidChange(({ accountId, syncId }) => {
        if (syncId === undefined) {
          this.#erasures.set(accountId, this.#erasuresOf(accountId) + 1);
        }
      }),
    );
  }

  /** Stops polling the jobs, and removes them. The service goes on with them, and no window adopts them again. */
  stopWatching(syncIds: readonly string[]): UndoRemoval {
    return this.#remove(syncIds, (accountId) => this.#options.store.dismiss(accountId, ...syncIds));
  }

  remove(syncIds: readonly string[]): UndoRemoval {
    return this.#remove(syncIds, (accountId) => this.#options.store.remove(accountId, ...syncIds));
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#owned.dispose();
  }

  #remove(syncIds: readonly string[], remove: (accountId: string) => void): UndoRemoval {
    const { store, hasAccount } = this.#options;
    const accountId = this.#options.accountId();
    if (accountId === undefined) {
      return () => 'signedOut';
    }
    const removed = syncIds.flatMap((syncId) => {
      const job = store.find(accountId, syncId);
      return job ? [{ job, history: store.history(accountId, syncId) }] : [];
    });
    remove(accountId);
    const erasures = this.#erasuresOf(accountId);
    return () => {
      if (this.#isDisposed) {
        return 'disposed';
      }
      if (!hasAccount(accountId) || this.#erasuresOf(accountId) !== erasures) {
        return 'signedOut';
      }
      store.restore(accountId, removed);
      return 'restored';
    };
  }

  #erasuresOf(accountId: string): number {
    return this.#erasures.get(accountId) ?? 0;
  }
}
