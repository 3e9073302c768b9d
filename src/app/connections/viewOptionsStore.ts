import { Emitter } from '../../base/event.ts';
import type { Event } from '../../base/event.ts';
import type { Disposable } from '../../base/disposable.ts';
import { fieldsOf } from '../../base/json.ts';
import { connectionGroupings, connectionSortings } from '../../model/connectionViewOptions.ts';
import type { ConnectionViewOptions } from '../../model/connectionViewOptions.ts';
import type { KeyValueStorage } from '../session/windowSession.ts';

export type ViewOptions = Pick<ConnectionViewOptions, 'grouping' | 'sorting' | 'filter'> & {
  readonly failingOnly: boolean;
};

/** Storage for all windows of the user, of which keys can be synchronized with other machines. */
export interface PreferenceStorage extends KeyValueStorage {
  setKeysForSync(keys: readonly string[]): void;
}

interface ViewOptionsStorage {
  readonly preferences: PreferenceStorage;
  readonly workspaceState: KeyValueStorage;
}

/** Stored for the user: the grouping and the sorting. */
const PREFERENCES_KEY = 'connections.order';
/** Stored for the workspace: what is shown. */
const WORKSPACE_KEY = 'connections.filter';

/**
 * How the view groups, sorts and filters, as chosen by the user. Grouping and sorting are remembered for the user, and
 * synchronized by Settings Sync; what is filtered is remembered for the workspace.
 */
export class ViewOptionsStore implements Disposable {
  readonly #storage: ViewOptionsStorage;
  readonly #didChange = new Emitter<ViewOptions>();
  #current: ViewOptions;

  readonly onDidChange: Event<ViewOptions> = this.#didChange.event;

  constructor(storage: ViewOptionsStorage) {
    this.#storage = storage;
    storage.preferences.setKeysForSync([PREFERENCES_KEY]);
    this.#current = this.#read();
  }

  get current(): ViewOptions {
    return this.#current;
  }

  change(change: Partial<ViewOptions>): void {
    const before = this.#current;
    const next = { ...before, ...change };
    if (JSON.stringify(next) === JSON.stringify(before)) {
      return;
    }
    this.#current = next;
    // Another window may have changed other options.
    const { grouping, sorting, filter, failingOnly } = { ...this.#read(), ...change };
    if (next.grouping !== before.grouping || next.sorting !== before.sorting) {
      this.#write(this.#storage.preferences, PREFERENCES_KEY, { grouping, sorting });
    }
    if (next.filter !== before.filter || next.failingOnly !== before.failingOnly) {
      this.#write(this.#storage.workspaceState, WORKSPACE_KEY, { filter, failingOnly });
    }
    this.#didChange.fire(next);
  }

  dispose(): void {
    this.#didChange.dispose();
  }

  #read(): ViewOptions {
    const { preferences, workspaceState } = this.#storage;
    return readViewOptions(preferences.get(PREFERENCES_KEY), workspaceState.get(WORKSPACE_KEY));
  }

  /** The view keeps the order while the window is open; a storage that can't be written is no reason to report an error. */
  #write(storage: KeyValueStorage, key: string, value: Partial<ViewOptions>): void {
    storage.update(key, value).then(undefined, () => undefined);
  }
}

/** Tolerates what other versions stored. */
function readViewOptions(preferences: unknown, workspace: unknown): ViewOptions {
  const { grouping, sorting } = fieldsOf(preferences);
  const { filter, failingOnly } = fieldsOf(workspace);
  return {
    grouping: connectionGroupings.find((allowed) => allowed === grouping) ?? 'none',
    sorting: connectionSortings.find((allowed) => allowed === sorting) ?? 'attention',
    filter: typeof filter === 'string' ? filter : '',
    failingOnly: failingOnly === true,
  };
}
