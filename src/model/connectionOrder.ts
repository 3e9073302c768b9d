import { connectionState } from './connection.ts';
import type { Connection, ConnectionState } from './connection.ts';

/** How the Connections view groups rows. */
export const connectionGroupings = ['none', 'sourceSystem', 'state'] as const;
export type ConnectionGrouping = (typeof connectionGroupings)[number];

/** How the Connections view sorts rows: those that need attention first, by name, or the latest sync first. */
export const connectionSortings = ['attention', 'name', 'lastSync'] as const;
export type ConnectionSorting = (typeof connectionSortings)[number];

export interface ConnectionOrder {
  readonly grouping: ConnectionGrouping;
  readonly sorting: ConnectionSorting;
  /** Words that must all occur in the name, source system or ID, ignoring case and accents; '' matches all. */
  readonly filter: string;
  /** A BCP 47 tag, for sorting names. */
  readonly language: string;
}

export interface ConnectionGroup {
  readonly grouping: Exclude<ConnectionGrouping, 'none'>;
  /** A source system or a `ConnectionState`; '' for connections without a source system. */
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

/** Filters, sorts and groups connections for the view. The order is total, so it never varies for the same connections. */
export function orderConnections(connections: readonly Connection[], order: ConnectionOrder): OrderedConnections {
  const collator = new Intl.Collator(order.language, { numeric: true, sensitivity: 'base' });
  const sorted = filterConnections(connections, order.filter).sort(comparison(order.sorting, order.language));
  return {
    ungrouped: order.grouping === 'none' ? sorted : [],
    groups: order.grouping === 'none' ? [] : groupConnections(sorted, order.grouping, collator),
    count: sorted.length,
  };
}

function filterConnections(connections: readonly Connection[], filter: string): Connection[] {
  const words = foldText(filter).split(/\s+/u).filter(Boolean);
  return connections.filter(({ entityName, sourceSystem, entityId }) => {
    const text = foldText(`${entityName} ${sourceSystem} ${entityId}`);
    return words.every((word) => text.includes(word));
  });
}

/** Folds case and removes accents, so that "muller" finds "Müller". */
function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

type Comparison = (a: Connection, b: Connection) => number;

/** Compares by name, in a language given by its BCP 47 tag, then by ID, so that the order is total. */
export function byName(language?: string): Comparison {
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  return (a, b) =>
    collator.compare(a.entityName, b.entityName) || (a.entityId < b.entityId ? -1 : Number(a.entityId > b.entityId));
}

function comparison(sorting: ConnectionSorting, language: string): Comparison {
  const named = byName(language);
  const first: Record<ConnectionSorting, Comparison> = {
    attention: (a, b) => attentionRank(a) - attentionRank(b),
    name: () => 0,
    lastSync: (a, b) => compareNumbers(b.lastSyncAt ?? -Infinity, a.lastSyncAt ?? -Infinity),
  };
  return (a, b) => first[sorting](a, b) || named(a, b);
}

/** Not by subtraction, which gives NaN for two infinite values. */
function compareNumbers(a: number, b: number): number {
  return a < b ? -1 : Number(a > b);
}

/** Ignores a running sync, so that a row does not move away under the pointer when a sync starts. */
function attentionRank(connection: Connection): number {
  const state = connectionState({ ...connection, isCurrentlySyncing: false });
  if (state === 'error') {
    return 0;
  }
  return state === 'neverSynced' ? 1 : state === 'inactive' ? 3 : 2;
}

function groupConnections(
  sorted: readonly Connection[],
  grouping: ConnectionGroup['grouping'],
  collator: Intl.Collator,
): readonly ConnectionGroup[] {
  const members = new Map<string, Connection[]>();
  for (const connection of sorted) {
    const key = grouping === 'state' ? connectionState(connection) : connection.sourceSystem.trim();
    const group = members.get(key) ?? [];
    group.push(connection);
    members.set(key, group);
  }
  const groups = Array.from(members, ([key, connections]) => ({ grouping, key, connections }));
  return groups.sort((a, b) =>
    grouping === 'state'
      ? stateRank(a.key) - stateRank(b.key)
      : // Connections without a source system come last.
        Number(a.key === '') - Number(b.key === '') || collator.compare(a.key, b.key) || (a.key < b.key ? -1 : 1),
  );
}

const stateOrder: readonly ConnectionState[] = ['error', 'syncing', 'neverSynced', 'idle', 'inactive'];

function stateRank(key: string): number {
  return stateOrder.findIndex((state) => state === key);
}
