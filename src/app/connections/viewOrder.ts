import { Emitter } from '../../base/event.ts';
import type { Event } from '../../base/event.ts';
import type { Disposable } from '../../base/disposable.ts';
import { isObject } from '../../base/json.ts';
import { connectionGroupings, connectionSortings } from '../../model/connectionOrder.ts';
import type { ConnectionOrder } from '../../model/connectionOrder.ts';
import type { KeyValueStorage } from '../session/windowSession.ts';

export type ViewOrder = Omit<ConnectionOrder, 'language'>;

const KEY = 'connections.order';

/** How the view groups, sorts and filters, as chosen by the user and remembered for the workspace. */
export class ViewOrderStore implements Disposable {
  readonly #storage: KeyValueStorage;
  readonly #changes = new Emitter<ViewOrder>();
  #current: ViewOrder;

  readonly onDidChange: Event<ViewOrder> = this.#changes.event;

  constructor(storage: KeyValueStorage) {
    this.#storage = storage;
    this.#current = readOrder(storage.get(KEY));
  }

  get current(): ViewOrder {
    return this.#current;
  }

  change(change: Partial<ViewOrder>): void {
    const next = { ...this.#current, ...change };
    if (JSON.stringify(next) !== JSON.stringify(this.#current)) {
      this.#current = next;
      this.#changes.fire(next);
      // The view keeps the order while the window is open; a storage that can't be written is no reason to report an error.
      this.#storage.update(KEY, next).then(undefined, () => undefined);
    }
  }

  dispose(): void {
    this.#changes.dispose();
  }
}

/** Tolerates what other versions stored. */
function readOrder(remembered: unknown): ViewOrder {
  const { grouping, sorting, filter }: Partial<Record<keyof ViewOrder, unknown>> = isObject(remembered)
    ? remembered
    : {};
  return {
    grouping: connectionGroupings.find((known) => known === grouping) ?? 'none',
    sorting: connectionSortings.find((known) => known === sorting) ?? 'attention',
    filter: typeof filter === 'string' ? filter : '',
  };
}
