import type { ClosableFetch } from '../../api/fetchLike.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { OwnRoute } from './networkRoute.ts';

/** Keeps one fetch per route, so that its connections are reused until the settings change. */
export class FetchCache implements Disposable {
  readonly #create: (route: OwnRoute) => Promise<ClosableFetch>;
  readonly #byRoute = new Map<string, Promise<ClosableFetch>>();
  #isDisposed = false;

  constructor(create: (route: OwnRoute) => Promise<ClosableFetch>) {
    this.#create = create;
  }

  async get(route: OwnRoute): Promise<ClosableFetch> {
    if (this.#isDisposed) {
      throw new Error('The extension is no longer active.');
    }
    const key = JSON.stringify(route);
    const created = this.#byRoute.get(key) ?? this.#create(route);
    this.#byRoute.set(key, created);
    try {
      return await created;
    } catch (error) {
      // The next request tries again.
      if (this.#byRoute.get(key) === created) {
        this.#byRoute.delete(key);
      }
      throw error;
    }
  }

  /** Closes the connections of all routes once their requests have finished. */
  release(): void {
    this.#endAll((fetch) => fetch.close());
  }

  /** Closes all connections immediately. */
  dispose(): void {
    this.#isDisposed = true;
    this.#endAll((fetch) => fetch.destroy());
  }

  #endAll(end: (fetch: ClosableFetch) => Promise<void>): void {
    const all = [...this.#byRoute.values()];
    this.#byRoute.clear();
    // A fetch that could not be created, or is already closed, has nothing to close.
    all.forEach((created) => void created.then(end).catch(() => undefined));
  }
}
