import { sortInSlices } from '../../base/workSlices.ts';
import { isSameConnection } from '../../model/connection.ts';
import type { Connection, ConnectionChanges } from '../../model/connection.ts';
import { byName } from '../../model/connectionViewOptions.ts';

/** Their names are sorted in about a millisecond. */
const NAMES_PER_TURN = 500;

/**
 * The connections of the latest response, and what they are looked up by. A connection that a response does not change stays the
 * same object, and so does the whole list.
 */
export class ConnectionIndex {
  readonly #compare: (a: Connection, b: Connection) => number;
  #sorted: readonly Connection[] = [];
  /** The index of each entity in `#sorted`. */
  #ranks: ReadonlyMap<string, number> = new Map();
  #byEntity = new Map<string, Connection>();
  #bySync = new Map<string, Connection>();
  #syncing = new Map<string, Connection>();
  /** Whether any two connections name the same last sync. */
  #hasSharedSync = false;

  /** `language`: a BCP 47 tag, for sorting names. */
  constructor(language?: string) {
    this.#compare = byName(language);
  }

  /** Sorted by name. */
  get sorted(): readonly Connection[] {
    return this.#sorted;
  }

  /** The connections that are listed as syncing, by entity ID. */
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

  /**
   * Sorts what a long response adds by name, in slices, so that `replace` does not have to in one go. Undefined if there is little to sort.
   * Rejects with the reason of the signal if it is aborted meanwhile.
   */
  sortAdded(listed: readonly Connection[], signal: AbortSignal): Promise<readonly Connection[]> | undefined {
    const isNamedAsBefore = ({ entityId, entityName }: Connection): boolean =>
      this.#byEntity.get(entityId)?.entityName === entityName;
    const named = listed.filter(isNamedAsBefore);
    return listed.length - named.length < NAMES_PER_TURN
      ? undefined
      : sortInSlices(
          listed.filter((connection) => !isNamedAsBefore(connection)),
          this.#compare,
          { perTurn: NAMES_PER_TURN, signal },
        ).then((others) => [...named, ...others]);
  }

  /** Replaces the list, and returns how it differs from the one before. Each entity is listed once. */
  replace(listed: readonly Connection[]): ConnectionChanges {
    const added: Connection[] = [];
    const changed: Connection[] = [];
    let isRenamed = false;
    for (const connection of listed) {
      const before = this.#byEntity.get(connection.entityId);
      if (before === undefined) {
        added.push(connection);
      } else if (!isSameConnection(before, connection)) {
        changed.push(connection);
        isRenamed ||= before.entityName !== connection.entityName;
      }
    }
    const isAnyRemoved = listed.length - added.length < this.#byEntity.size;
    const removed = isAnyRemoved ? this.#missingFrom(listed) : [];
    if (added.length + removed.length > 0 || isRenamed) {
      this.#rebuild([...added, ...changed], removed);
    } else if (changed.length > 0) {
      this.#update(changed);
    }
    return { added, changed, removed };
  }

  #missingFrom(listed: readonly Connection[]): readonly Connection[] {
    const listedIds = new Set(listed.map(({ entityId }) => entityId));
    return this.#sorted.filter(({ entityId }) => !listedIds.has(entityId));
  }

  #update(changed: readonly Connection[]): void {
    const sorted = [...this.#sorted];
    for (const connection of changed) {
      const rank = this.#ranks.get(connection.entityId);
      if (rank !== undefined) {
        this.#forget(sorted[rank]);
        sorted[rank] = connection;
      }
    }
    this.#sorted = sorted;
    this.#addAll(changed);
    if (this.#hasSharedSync) {
      // If several connections share a sync, the last one by name is found, regardless of which one changed.
      this.#addAll(sorted);
    }
  }

  #rebuild(updated: readonly Connection[], removed: readonly Connection[]): void {
    const replacedIds = new Set([...updated, ...removed].map(({ entityId }) => entityId));
    const unchanged = this.#sorted.filter(({ entityId }) => !replacedIds.has(entityId));
    // Connections that are already in order take one comparison each.
    this.#sorted = [...unchanged, ...updated].sort(this.#compare);
    this.#ranks = new Map(this.#sorted.map(({ entityId }, rank) => [entityId, rank]));
    this.#byEntity = new Map();
    this.#bySync = new Map();
    this.#syncing = new Map();
    this.#hasSharedSync = false;
    this.#addAll(this.#sorted);
  }

  #addAll(connections: readonly Connection[]): void {
    for (const connection of connections) {
      this.#add(connection);
    }
  }

  #add(connection: Connection): void {
    const { entityId, lastSyncId, isCurrentlySyncing } = connection;
    this.#byEntity.set(entityId, connection);
    if (lastSyncId !== undefined) {
      const other = this.#bySync.get(lastSyncId);
      this.#hasSharedSync ||= other !== undefined && other.entityId !== entityId;
      this.#bySync.set(lastSyncId, connection);
    }
    if (isCurrentlySyncing) {
      this.#syncing.set(entityId, connection);
    }
  }

  #forget(connection: Connection | undefined): void {
    if (connection?.lastSyncId !== undefined && this.#bySync.get(connection.lastSyncId) === connection) {
      this.#bySync.delete(connection.lastSyncId);
    }
    if (connection !== undefined) {
      this.#syncing.delete(connection.entityId);
    }
  }
}
