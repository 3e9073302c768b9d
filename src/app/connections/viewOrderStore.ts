import { Emitter } from '../../base/event.ts';
import type { Event } from '../../base/event.ts';
import type { Disposable } from '../../base/disposable.ts';
import { fieldsOf } from '../../base/json.ts';
import { connectionGroupings, connectionSortings } from '../../model/connectionOrder.ts';
import type { ConnectionOrder } from '../../model/connectionOrder.ts';
import type { KeyValueStorage } from '../session/windowSession.ts';

export type ViewOrder = Pick<ConnectionOrder, 'grouping' | 'sorting' | 'filter'> & { readonly failingOnly: boolean };

/** Storage for all windows of the user, of which keys can be synchronized with other machines. */
export interface PreferenceStorage extends KeyValueStorage {
  setKeysForSync(keys: readonly string[]): void;
}

interface ViewOrderStorage {
  readonly preferences: PreferenceStorage;
  readonly workspaceState: KeyValueStorage;
}

/** Stored for the user: the grouping and the sorting. */
const PREFERENCES_KEY = 'connections.view';
/** Stored for the workspace: what is shown. */
const WORKSPACE_KEY = 'connections.order';

/**
 * How the view groups, sorts and filters, as chosen by the user. Grouping and sorting are remembered for the user, and
 * synchronized by Settings Sync; what is filtered is remembered for the workspace.
 */
export class ViewOrderStore implements Disposable {
  readonly #storage: ViewOrderStorage;
  readonly #didChange = new Emitter<ViewOrder>();
  #current: ViewOrder;

  readonly onDidChange: Event<ViewOrder> = this.#didChange.event;

  constructor(storage: ViewOrderStorage) {
    this.#storage = storage;
    storage.preferences.setKeysForSync([PREFERENCES_KEY]);
    this.#current = readOrder(storage.preferences.get(PREFERENCES_KEY), storage.workspaceState.get(WORKSPACE_KEY));
  }

  get current(): ViewOrder {
    return this.#current;
  }

  change(change: Partial<ViewOrder>): void {
    const before = this.#current;
    const next = { ...before, ...change };
    if (JSON.stringify(next) === JSON.stringify(before)) {
      return;
    }
    this.#current = next;
    const { grouping, sorting, filter, failingOnly } = next;
    if (grouping !== before.grouping || sorting !== before.sorting) {
      this.#write(this.#storage.preferences, PREFERENCES_KEY, { grouping, sorting });
    }
    if (filter !== before.filter || failingOnly !== before.failingOnly) {
      this.#write(this.#storage.workspaceState, WORKSPACE_KEY, { filter, failingOnly });
    }
    this.#didChange.fire(next);
  }

  dispose(): void {
    this.#didChange.dispose();
  }

  /** The view keeps the order while the window is open; a storage that can't be written is no reason to report an error. */
  #write(storage: KeyValueStorage, key: string, value: Partial<ViewOrder>): void {
    storage.update(key, value).then(undefined, () => undefined);
  }
}

/** Tolerates what other versions stored. */
function readOrder(preferences: unknown, workspace: unknown): ViewOrder {
  const { grouping, sorting } = fieldsOf(preferences);
  const { filter, failingOnly } = fieldsOf(workspace);
  return {
    grouping: connectionGroupings.find((allowed) => allowed === grouping) ?? 'none',
    sorting: connectionSortings.find((allowed) => allowed === sorting) ?? 'attention',
    filter: typeof filter === 'string' ? filter : '',
    failingOnly: failingOnly === true,
  };
}
