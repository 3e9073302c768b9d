import type { EpochMs } from '../../base/time.ts';
import { lateFrom } from '../../model/connection.ts';
import type { Connection } from '../../model/connection.ts';

interface Entry {
  readonly entityId: string;
  /** When a list shows its scheduled sync as late. */
  readonly at: EpochMs;
}

/** Outdated entries stay in the heap until they are due, or until it has this many entries for each current one. */
const MAX_ENTRIES_PER_CONNECTION = 2;
const FEW_ENTRIES = 100;

/** The scheduled syncs by their times, so that a response costs no more than what it changes and what it shows as late. */
export class LateSchedules {
  readonly #heap: Entry[] = [];
  readonly #current = new Map<string, EpochMs>();

  /** How many entries are kept. */
  get size(): number {
    return this.#heap.length;
  }

  /** Call this for a connection that is new or has changed. */
  note(connection: Connection): void {
    const { entityId } = connection;
    const at = lateFrom(connection);
    if (at === this.#current.get(entityId)) {
      return;
    }
    if (at === undefined) {
      this.#current.delete(entityId);
      return;
    }
    this.#current.set(entityId, at);
    this.#push({ entityId, at });
    if (this.#heap.length > FEW_ENTRIES + MAX_ENTRIES_PER_CONNECTION * this.#current.size) {
      this.#rebuild();
    }
  }

  forget(entityId: string): void {
    this.#current.delete(entityId);
  }

  clear(): void {
    this.#heap.length = 0;
    this.#current.clear();
  }

  /** The connections that a list which was requested at that moment is the first to show as late. */
  takeLate(askedAt: EpochMs): readonly string[] {
    const late: string[] = [];
    for (let first = this.#heap[0]; first && first.at <= askedAt; first = this.#heap[0]) {
      this.#pop();
      if (this.#current.get(first.entityId) === first.at) {
        this.#current.delete(first.entityId);
        late.push(first.entityId);
      }
    }
    return late;
  }

  #rebuild(): void {
    this.#heap.length = 0;
    for (const [entityId, at] of this.#current) {
      this.#push({ entityId, at });
    }
  }

  #push(entry: Entry): void {
    const heap = this.#heap;
    let index = heap.length;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || above.at <= entry.at) {
        break;
      }
      heap[index] = above;
      index = parent;
    }
    heap[index] = entry;
  }

  /** Removes the first entry. */
  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) {
      return;
    }
    let index = 0;
    for (;;) {
      const left = heap[2 * index + 1];
      const right = heap[2 * index + 2];
      const next = right && left && right.at < left.at ? right : left;
      if (next === undefined || last.at <= next.at) {
        break;
      }
      heap[index] = next;
      index = 2 * index + (next === right ? 2 : 1);
    }
    heap[index] = last;
  }
}
