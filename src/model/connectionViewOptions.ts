import { foldText, wordFilter } from '../base/foldText.ts';
import { compareValues } from '../base/lists.ts';
import { connectionState, stateBetweenSyncs } from './connection.ts';
import type { Connection, ConnectionState } from './connection.ts';

/** How the Connections view groups rows. */
export const connectionGroupings = ['none', 'sourceSystem', 'state'] as const;
export type ConnectionGrouping = (typeof connectionGroupings)[number];

/** How the Connections view sorts rows: those that need attention first, by name, or the latest sync first. */
export const connectionSortings = ['attention', 'name', 'lastSync'] as const;
export type ConnectionSorting = (typeof connectionSortings)[number];

export interface ConnectionViewOptions {
  readonly grouping: ConnectionGrouping;
  readonly sorting: ConnectionSorting;
  /** Words that must all occur in the name, source system, ID or state, ignoring case and accents; '' matches all. */
  readonly filter: string;
  /** Whether only connections are shown whose last sync reported errors, also while another one runs. */
  readonly failingOnly?: boolean | undefined;
  /** The entity IDs of the connections that come first; if connections are grouped, in a group of their own. */
  readonly favorites?: ReadonlySet<string> | undefined;
  /** A BCP 47 tag, for sorting names. */
  readonly language: string;
}

/** The key of the group of favorites. No state begins with a space, and no source system, because those are trimmed. */
export const FAVORITES_KEY = ' favorites';

export interface ConnectionGroup {
  readonly grouping: Exclude<ConnectionGrouping, 'none'>;
  /** A source system, a `ConnectionState` or `FAVORITES_KEY`; '' for connections without a source system. */
  readonly key: string;
  readonly connections: readonly Connection[];
}

export interface OrderedConnections {
  /** All rows if they are not grouped; otherwise empty. */
  readonly ungrouped: readonly Connection[];
  readonly groups: readonly ConnectionGroup[];
  /** The number of connections that match the filter. */
  readonly count: number;
}

/**
 * Filters, sorts and groups connections for the view. They must already be sorted by name, and connections that are otherwise equal
 * keep that order: comparing names is the slow part.
 */
export function orderConnections(
  connections: readonly Connection[],
  options: ConnectionViewOptions,
  searchTextOf: (connection: Connection) => string = searchText,
): OrderedConnections {
  const matches = filterOf(options, searchTextOf);
  const found = matches === undefined ? connections : connections.filter(matches);
  const sorted = favoritesFirst(options.sorting === 'name' ? found : sortByKey(found, options.sorting), options);
  return {
    ungrouped: options.grouping === 'none' ? sorted : [],
    groups: options.grouping === 'none' ? [] : groupConnections(sorted, options.grouping, options),
    count: sorted.length,
  };
}

/** Returns the condition that connections must meet to be shown; undefined if all are shown. */
export function filterOf(
  { filter, failingOnly }: Pick<ConnectionViewOptions, 'filter' | 'failingOnly'>,
  searchTextOf: (connection: Connection) => string = searchText,
): ((connection: Connection) => boolean) | undefined {
  const hasWords = wordFilter(filter);
  if (hasWords === undefined && failingOnly !== true) {
    return undefined;
  }
  return (connection) =>
    (failingOnly !== true || stateBetweenSyncs(connection) === 'error') &&
    (hasWords === undefined || hasWords(searchTextOf(connection)));
}

export type StateWords = (state: ConnectionState | 'late') => string;

/**
 * The text of a connection that the filter searches. `wordsOf`: the words for a state, in the languages that users may type. A connection
 * that syncs after a failure is found by both states, so that starting its sync doesn't hide it.
 */
export function searchText(connection: Connection, wordsOf: StateWords = () => ''): string {
  const { entityName, sourceSystem, entityId, isLate } = connection;
  const state = connectionState(connection);
  const betweenSyncs = stateBetweenSyncs(connection);
  const words =
    state === 'syncing' && betweenSyncs === 'error' ? `${wordsOf(state)} ${wordsOf(betweenSyncs)}` : wordsOf(state);
  const late = isLate === true ? wordsOf('late') : '';
  return foldText(`${entityName} ${sourceSystem} ${entityId} ${words} ${late}`);
}

function favoritesFirst(
  connections: readonly Connection[],
  { favorites }: ConnectionViewOptions,
): readonly Connection[] {
  if (favorites === undefined || favorites.size === 0) {
    return connections;
  }
  const isFavorite = ({ entityId }: Connection): boolean => favorites.has(entityId);
  return [...connections.filter(isFavorite), ...connections.filter((connection) => !isFavorite(connection))];
}

type Comparison = (a: Connection, b: Connection) => number;

/** Compares by name, in a language given by its BCP 47 tag, then by ID, so that the order is total. */
export function byName(language?: string): Comparison {
  const collator = nameCollator(language);
  return (a, b) => collator.compare(a.entityName, b.entityName) || compareValues(a.entityId, b.entityId);
}

function nameCollator(language: string | undefined): Intl.Collator {
  return new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
}

function sortByKey(connections: readonly Connection[], sorting: ConnectionSorting): readonly Connection[] {
  return connections
    .map((connection) => ({ connection, key: sortKey(connection, sorting) }))
    .sort((a, b) => compareValues(a.key, b.key))
    .map(({ connection }) => connection);
}

/** What connections are sorted by before their names, ascending. */
export function sortKey(connection: Connection, sorting: ConnectionSorting): number {
  switch (sorting) {
    case 'name':
      return 0;
    case 'attention':
      return attentionRank(connection);
    case 'lastSync':
      return -(connection.lastSyncAt ?? -Infinity);
  }
}

/** Ignores a running sync, so that a row does not move away under the pointer when a sync starts. */
function attentionRank(connection: Connection): number {
  const state = stateBetweenSyncs(connection);
  if (state === 'inactive') {
    return 5;
  }
  if (connection.hasFailedTwice === true) {
    return 0;
  }
  if (state === 'error') {
    return 1;
  }
  if (connection.isLate === true) {
    return 2;
  }
  return state === 'neverSynced' ? 3 : 4;
}

/** The key of the connection's group. */
export function groupKey(
  connection: Connection,
  grouping: ConnectionGroup['grouping'],
  favorites?: ReadonlySet<string>,
): string {
  if (favorites?.has(connection.entityId) === true) {
    return FAVORITES_KEY;
  }
  return grouping === 'state' ? connectionState(connection) : connection.sourceSystem.trim();
}

function groupConnections(
  sorted: readonly Connection[],
  grouping: ConnectionGroup['grouping'],
  { favorites, language }: ConnectionViewOptions,
): readonly ConnectionGroup[] {
  const members = Map.groupBy(sorted, (connection) => groupKey(connection, grouping, favorites));
  const groups = Array.from(members, ([key, connections]) => ({ grouping, key, connections }));
  return groups.sort(byGroup(grouping, language));
}

/** Compares groups for their order in the view. */
export function byGroup(
  grouping: ConnectionGroup['grouping'],
  language: string,
): (a: Pick<ConnectionGroup, 'key'>, b: Pick<ConnectionGroup, 'key'>) => number {
  const collator = nameCollator(language);
  const isFavorites = ({ key }: Pick<ConnectionGroup, 'key'>): number => Number(key === FAVORITES_KEY);
  return (a, b) =>
    isFavorites(b) - isFavorites(a) ||
    (grouping === 'state'
      ? stateRank(a.key) - stateRank(b.key)
      : // Connections without a source system come last.
        Number(a.key === '') - Number(b.key === '') || collator.compare(a.key, b.key) || compareValues(a.key, b.key));
}

const stateOrder: readonly ConnectionState[] = ['error', 'syncing', 'neverSynced', 'idle', 'inactive'];

function stateRank(key: string): number {
  return stateOrder.findIndex((state) => state === key);
}
