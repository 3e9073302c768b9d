import type { Memento } from 'vscode';
import { Emitter } from '../../base/event.ts';
import type { Event } from '../../base/event.ts';
import type { Disposable } from '../../base/disposable.ts';
import { connectionGroupings, connectionSortings } from '../../model/connectionOrder.ts';
import type { ConnectionOrder } from '../../model/connectionOrder.ts';

export type ViewOrder = Omit<ConnectionOrder, 'language'>;

const KEY = 'connections.order';

/** How the view groups, sorts and filters: chosen by the user, remembered for the workspace. */
export class RememberedOrder implements Disposable {
  readonly #memento: Pick<Memento, 'get' | 'update'>;
  readonly #changes = new Emitter<ViewOrder>();
  #current: ViewOrder;

  readonly onDidChange: Event<ViewOrder> = this.#changes.event;

  constructor(memento: Pick<Memento, 'get' | 'update'>) {
    this.#memento = memento;
    this.#current = readOrder(memento.get(KEY));
  }

  get current(): ViewOrder {
    return this.#current;
  }

  change(change: Partial<ViewOrder>): void {
    const next = { ...this.#current, ...change };
    if (JSON.stringify(next) !== JSON.stringify(this.#current)) {
      this.#current = next;
      void this.#memento.update(KEY, next);
      this.#changes.fire(next);
    }
  }

  dispose(): void {
    this.#changes.dispose();
  }
}

/** What was remembered may be another version's, or anything. */
function readOrder(remembered: unknown): ViewOrder {
  const { grouping, sorting, filter }: Partial<Record<keyof ViewOrder, unknown>> =
    typeof remembered === 'object' && remembered !== null ? remembered : {};
  return {
    grouping: connectionGroupings.find((known) => known === grouping) ?? 'none',
    sorting: connectionSortings.find((known) => known === sorting) ?? 'attention',
    filter: typeof filter === 'string' ? filter : '',
  };
}
