import { compareValues } from '../../base/lists.ts';
import type { Connection } from '../../model/connection.ts';
import {
  byGroup,
  filterOf,
  groupKey,
  orderConnections,
  searchText,
  sortKey,
} from '../../model/connectionViewOptions.ts';
import type { ConnectionViewOptions } from '../../model/connectionViewOptions.ts';
import type { GroupElement, RowSource } from './connectionElements.ts';

/** The connections under one parent. */
interface OrderedList {
  /** See `ConnectionGroup`; '' for all rows. */
  readonly key: string;
  readonly connections: readonly Connection[];
}

/** Returns a function for the text of a connection that the filter searches, which is composed once. */
export function searchTexts(wordsOf: RowSource['stateWords']): (connection: Connection) => string {
  const cache = new WeakMap<Connection, string>();
  return (connection) => {
    const text = cache.get(connection) ?? searchText(connection, wordsOf);
    cache.set(connection, text);
    return text;
  };
}

/** Which connections are shown, and where, as of one list of them. */
export class RowOrder {
  readonly #options: ConnectionViewOptions;
  readonly #searchTextOf: (connection: Connection) => string;
  readonly #all: readonly Connection[];
  #ranks: ReadonlyMap<string, number> | undefined;
  readonly #matches: (connection: Connection) => boolean;

  /** `all`: the connections sorted by name. */
  constructor(
    options: ConnectionViewOptions,
    all: readonly Connection[],
    searchTextOf: (connection: Connection) => string,
  ) {
    this.#options = options;
    this.#searchTextOf = searchTextOf;
    this.#all = all;
    this.#matches = filterOf(options, searchTextOf) ?? (() => true);
  }

  /** The rank of each connection by name. Computed lazily: only moving single rows needs it, not filtering while typing. */
  get #nameRanks(): ReadonlyMap<string, number> {
    return (this.#ranks ??= new Map(this.#all.map(({ entityId }, rank) => [entityId, rank])));
  }

  /** Whether the filter lets a listed connection pass. */
  isShown(connection: Connection): boolean {
    return this.#nameRanks.has(connection.entityId) && this.#matches(connection);
  }

  /** Arranges the connections, which come in the order of the list. */
  arrange(connections: readonly Connection[]): readonly OrderedList[] {
    const { ungrouped, groups } = orderConnections(connections, this.#options, this.#searchTextOf);
    return this.#options.grouping === 'none' ? [{ key: '', connections: ungrouped }] : groups;
  }

  /** The key of the list that a connection belongs to. */
  keyOf(connection: Connection): string {
    const { grouping, favorites } = this.#options;
    return grouping === 'none' ? '' : groupKey(connection, grouping, favorites);
  }

  /** The ID of a list. */
  listId(key: string): string {
    return this.#options.grouping === 'none' ? '' : `group/${this.#options.grouping}/${key}`;
  }

  /** The group of a list that has no rows yet; undefined for the list of all rows. */
  groupOf(key: string): GroupElement | undefined {
    const { grouping } = this.#options;
    return grouping === 'none'
      ? undefined
      : { kind: 'group', id: this.listId(key), group: { grouping, key }, count: 0 };
  }

  sortGroups<T extends GroupElement>(groups: readonly T[]): readonly T[] {
    const { grouping, language } = this.#options;
    if (grouping === 'none') {
      return groups;
    }
    const compare = byGroup(grouping, language);
    return [...groups].sort((a, b) => compare(a.group, b.group));
  }

  compare(a: Connection, b: Connection): number {
    const { sorting, favorites } = this.#options;
    const isOther = ({ entityId }: Connection): number => Number(favorites?.has(entityId) !== true);
    const rank = ({ entityId }: Connection): number => this.#nameRanks.get(entityId) ?? 0;
    return isOther(a) - isOther(b) || compareValues(sortKey(a, sorting), sortKey(b, sorting)) || rank(a) - rank(b);
  }
}
