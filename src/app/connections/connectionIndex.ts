import { isSameConnection } from '../../model/connection.ts';
import type { Connection, ConnectionChanges } from '../../model/connection.ts';
import { byName } from '../../model/connectionOrder.ts';

/**
 * The connections of the latest answer, and what they are looked up by. A connection that an answer does not change stays the
 * same object, and so does the whole list.
 */
export class ConnectionIndex {
  readonly #compare: (a: Connection, b: Connection) => number;
  #sorted: readonly Connection[] = [];
  #byEntity: ReadonlyMap<string, Connection> = new Map();
  #bySync: ReadonlyMap<string, Connection> = new Map();
  #syncing: ReadonlyMap<string, Connection> = new Map();

  /** `language`: a BCP 47 tag, for sorting names. */
  constructor(language?: string) {
    this.#compare = byName(language);
  }

  /** Sorted by name. */
  get sorted(): readonly Connection[] {
    return this.#sorted;
  }

  /** Those listed as syncing, by entity ID. */
  get syncing(): ReadonlyMap<string, Connection> {
    return this.#syncing;
  }

  find(entityId: string): Connection | undefined {
    return this.#byEntity.get(entityId);
  }

  /** The connection whose last sync this is. */
  findBySync(syncId: string): Connection | undefined {
    return this.#bySync.get(syncId);
  }

  /** Replaces the list, and returns how it differs from the one before. Each entity is listed once. */
  replace(listed: readonly Connection[]): ConnectionChanges {
    const before = this.#byEntity;
    const byEntity = new Map<string, Connection>();
    const added: Connection[] = [];
    const changed: Connection[] = [];
    for (const connection of listed) {
      const known = before.get(connection.entityId);
      const isSame = known !== undefined && isSameConnection(known, connection);
      byEntity.set(connection.entityId, isSame ? known : connection);
      if (!isSame) {
        (known === undefined ? added : changed).push(connection);
      }
    }
    const removed =
      byEntity.size - added.length === before.size
        ? []
        : this.#sorted.filter(({ entityId }) => !byEntity.has(entityId));
    if (added.length + changed.length + removed.length > 0) {
      this.#byEntity = byEntity;
      this.#rebuild();
    }
    return { added, changed, removed };
  }

  #rebuild(): void {
    const isNamedAsBefore = ({ entityId, entityName }: Connection): boolean =>
      this.#byEntity.get(entityId)?.entityName === entityName;
    // In the order so far as far as it still holds: sorting what is sorted takes one comparison each.
    const kept = this.#sorted.filter(isNamedAsBefore);
    const current = kept.map((connection) => this.#byEntity.get(connection.entityId) ?? connection);
    const keptIds = new Set(kept.map(({ entityId }) => entityId));
    const others = Array.from(this.#byEntity.values()).filter(({ entityId }) => !keptIds.has(entityId));
    this.#sorted = others.length === 0 ? current : [...current, ...others].sort(this.#compare);
    const values = Array.from(this.#byEntity.values());
    this.#bySync = new Map(
      values.flatMap((connection) =>
        connection.lastSyncId === undefined ? [] : [[connection.lastSyncId, connection] as const],
      ),
    );
    this.#syncing = new Map(
      values.filter(({ isCurrentlySyncing }) => isCurrentlySyncing).map((row) => [row.entityId, row]),
    );
  }
}
