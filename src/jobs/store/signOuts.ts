import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import type { EpochMs } from '../../base/time.ts';
import type { LedgerAccess } from '../database/ledgerAccess.ts';
import type { LedgerWrite } from '../database/pendingWrites.ts';

/** The key of a pending write of a sign-out. */
const KEY = 'sign-out';

/**
 * When each account was last signed out, in any window. VS Code for the Web doesn't tell a window that another one has
 * deleted a secret, so this does.
 */
export class SignOuts implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #didFind = this.#owned.add(new Emitter<string>());
  readonly #access: LedgerAccess;
  /** What was last read or added, for when the database can't be used. */
  readonly #known = new Map<string, EpochMs>();
  /** The data version at which the table was last read. */
  #readAt: string | undefined;

  /** Fires with the ID of an account that another window, or an earlier one, has signed out. */
  readonly onDidFind = this.#didFind.event;

  constructor(access: LedgerAccess) {
    this.#access = access;
    this.#owned.add(access.onDidLoseFile(() => this.#writeAllAgain()));
  }

  /** By the ID of each account that was ever signed out. */
  get last(): ReadonlyMap<string, EpochMs> {
    this.catchUp();
    return this.#known;
  }

  /** Undefined for an account that was never signed out. */
  lastOf(accountId: string): EpochMs | undefined {
    return this.last.get(accountId);
  }

  add(accountId: string, now: EpochMs): void {
    this.#known.set(accountId, now);
    this.#access.writeWhenPossible(accountId, KEY, signOutWrite(accountId, now));
  }

  /** Reads what other windows have written. Cheap if they have written nothing. */
  catchUp(): void {
    const read = this.#access.readIfChanged(this.#readAt, (database) =>
      database.prepare('SELECT id, at FROM sign_out').all(),
    );
    if (read === undefined) {
      return;
    }
    this.#readAt = read.dataVersion;
    const rows = read.result.map((row) => ({ id: String(row['id']), at: Number(row['at']) }));
    const found = rows.filter(({ id, at }) => at !== this.#known.get(id));
    found.forEach(({ id, at }) => this.#known.set(id, at));
    found.forEach(({ id }) => this.#didFind.fire(id));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** Has everything written to the database that the next access opens. */
  #writeAllAgain(): void {
    for (const [accountId, at] of this.#known) {
      this.#access.addPending(accountId, KEY, signOutWrite(accountId, at));
    }
  }
}

/** Another window may have written a later one. */
function signOutWrite(accountId: string, at: EpochMs): LedgerWrite {
  return (database) => {
    database
      .prepare('INSERT INTO sign_out (id, at) VALUES (?, ?) ON CONFLICT DO UPDATE SET at = max(at, excluded.at)')
      .run(accountId, at);
  };
}
