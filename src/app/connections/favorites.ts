import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import type { FavoriteConnections } from '../../jobs/store/favoriteConnections.ts';
import { activeAccount } from '../session/session.ts';
import type { Session } from '../session/session.ts';

interface FavoritesOptions {
  readonly session: Pick<Session, 'state' | 'onDidChange'>;
  readonly store: Pick<FavoriteConnections, 'read' | 'set'>;
}

/** The favorites of the account that is signed in. */
export class Favorites implements Disposable {
  readonly #options: FavoritesOptions;
  readonly #owned = new DisposableStore();
  readonly #didChange = this.#owned.add(new Emitter<ReadonlySet<string>>());
  #entityIds: ReadonlySet<string> = new Set();

  /** Fires with the entity IDs of all favorites. */
  readonly onDidChange = this.#didChange.event;

  constructor(options: FavoritesOptions) {
    this.#options = options;
    this.#owned.add(options.session.onDidChange(() => this.reload()));
    this.reload();
  }

  /** By entity ID. The same set until it changes. */
  get entityIds(): ReadonlySet<string> {
    return this.#entityIds;
  }

  set(entityIds: readonly string[], isFavorite: boolean): void {
    const accountId = this.#accountId;
    if (accountId !== undefined) {
      this.#options.store.set(accountId, entityIds, isFavorite);
      this.reload();
    }
  }

  /** Call this when another window may have changed them. */
  reload(): void {
    const accountId = this.#accountId;
    const entityIds = accountId === undefined ? new Set<string>() : this.#options.store.read(accountId);
    if (entityIds.size !== this.#entityIds.size || [...entityIds].some((id) => !this.#entityIds.has(id))) {
      this.#entityIds = entityIds;
      this.#didChange.fire(entityIds);
    }
  }

  dispose(): void {
    this.#owned.dispose();
  }

  get #accountId(): string | undefined {
    return activeAccount(this.#options.session)?.id;
  }
}
