import { connectionState } from './connection.ts';
import type { Connection, ConnectionState } from './connection.ts';

/** How the Connections view puts rows into groups. */
export const connectionGroupings = ['none', 'sourceSystem', 'state'] as const;
export type ConnectionGrouping = (typeof connectionGroupings)[number];

/** How the Connections view orders rows; what needs attention first, by name, or what synced last first. */
export const connectionSortings = ['attention', 'name', 'lastSync'] as const;
export type ConnectionSorting = (typeof connectionSortings)[number];

export interface ConnectionOrder {
  readonly grouping: ConnectionGrouping;
  readonly sorting: ConnectionSorting;
  /** Words that must all occur in the name, the source system or the id, whatever their case and accents. '' is all. */
  readonly filter: string;
  /** BCP 47, for sorting names as the reader expects. */
  readonly language: string;
}

export interface ConnectionGroup {
  readonly grouping: Exclude<ConnectionGrouping, 'none'>;
  /** A source system or a `ConnectionState`; '' for connections that name no source system. */
  readonly key: string;
  readonly connections: readonly Connection[];
}

export interface OrderedConnections {
  /** The rows without a group; empty where there is a grouping. */
  readonly ungrouped: readonly Connection[];
  readonly groups: readonly ConnectionGroup[];
  /** How many connections passed the filter. */
  readonly count: number;
}

/** Filters, sorts and groups connections for the view. The same connections always come out in the same order. */
export function orderConnections(connections: readonly Connection[], order: ConnectionOrder): OrderedConnections {
  const collator = new Intl.Collator(order.language, { numeric: true, sensitivity: 'base' });
  const sorted = filterConnections(connections, order.filter).sort(comparison(order.sorting, collator));
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

/** Lower case and without accents, so that "Müller" is found by "muller". */
function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

type Comparison = (a: Connection, b: Connection) => number;

function comparison(sorting: ConnectionSorting, collator: Intl.Collator): Comparison {
  // The id decides last: two connections of one name must not trade places from one answer to the next.
  const byName: Comparison = (a, b) =>
    collator.compare(a.entityName, b.entityName) || (a.entityId < b.entityId ? -1 : Number(a.entityId > b.entityId));
  const first: Record<ConnectionSorting, Comparison> = {
    attention: (a, b) => attentionRank(a) - attentionRank(b),
    name: () => 0,
    lastSync: (a, b) => compareNumbers(b.lastSyncAt ?? -Infinity, a.lastSyncAt ?? -Infinity),
  };
  return (a, b) => first[sorting](a, b) || byName(a, b);
}

/** Two missing moments are equal, where their difference would be NaN. */
function compareNumbers(a: number, b: number): number {
  return a < b ? -1 : Number(a > b);
}

/** Whether a sync runs is no part of it: a sync that starts must not carry its row away from under the pointer. */
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
      ? statePlace(a.key) - statePlace(b.key)
      : // Connections that name no source system come last.
        Number(a.key === '') - Number(b.key === '') || collator.compare(a.key, b.key) || (a.key < b.key ? -1 : 1),
  );
}

const stateOrder: readonly ConnectionState[] = ['error', 'syncing', 'neverSynced', 'idle', 'inactive'];

function statePlace(key: string): number {
  return stateOrder.findIndex((state) => state === key);
}
