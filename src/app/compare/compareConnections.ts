import { connectionName, connectionState } from '../../model/connection.ts';
import type { Connection } from '../../model/connection.ts';

/** A connection of one account, and the one of the other account that it corresponds to. At least one is defined. */
export interface ComparedPair {
  readonly left: Connection | undefined;
  readonly right: Connection | undefined;
  /** What differs, if there are both. */
  readonly differences: readonly Difference[];
}

/** The times of syncs always differ; whether there is a next one does not. */
type Difference = 'name' | 'sourceSystem' | 'state' | 'isActive' | 'isScheduled';

export interface Comparison {
  /** By source system and name. */
  readonly pairs: readonly ComparedPair[];
  readonly onlyLeft: number;
  readonly onlyRight: number;
  readonly different: number;
}

/**
 * Compares the connections of two accounts. Connections correspond if they have the same ID, or else the same name and source
 * system, because workspaces give them different IDs. Of several with the same name, the first ones correspond.
 */
export function compareConnections(
  left: readonly Connection[],
  right: readonly Connection[],
  language: string,
): Comparison {
  const rightById = new Map(right.map((connection) => [connection.entityId, connection]));
  const matched = new Map<Connection, Connection>();
  for (const one of left) {
    const same = rightById.get(one.entityId);
    if (same) {
      matched.set(one, same);
    }
  }
  const taken = new Set(matched.values());
  // Reversed, so that `pop` takes the first one of a name.
  const rest = byName(right.filter((connection) => !taken.has(connection)).reverse());
  const pairs = left.map((one) => compared(one, matched.get(one) ?? rest.get(nameKey(one))?.pop()));
  const alone = [...rest.values()].flatMap((group) => group.toReversed()).map((other) => compared(undefined, other));
  const all = sorted([...pairs, ...alone], language);
  return {
    pairs: all,
    onlyLeft: all.filter((pair) => pair.right === undefined).length,
    onlyRight: alone.length,
    different: all.filter(({ differences }) => differences.length > 0).length,
  };
}

function byName(connections: readonly Connection[]): Map<string, Connection[]> {
  const groups = new Map<string, Connection[]>();
  for (const connection of connections) {
    const key = nameKey(connection);
    const group = groups.get(key) ?? [];
    group.push(connection);
    groups.set(key, group);
  }
  return groups;
}

function compared(left: Connection | undefined, right: Connection | undefined): ComparedPair {
  return { left, right, differences: left && right ? differencesOf(left, right) : [] };
}

function differencesOf(left: Connection, right: Connection): readonly Difference[] {
  const values = {
    name: (one: Connection) => connectionName(one),
    sourceSystem: (one: Connection) => one.sourceSystem,
    state: connectionState,
    isActive: (one: Connection) => one.isActive,
    isScheduled: (one: Connection) => one.nextScheduledSyncAt !== undefined,
  };
  return (Object.keys(values) as Difference[]).filter((name) => values[name](left) !== values[name](right));
}

function nameKey(connection: Connection): string {
  return JSON.stringify([connectionName(connection), connection.sourceSystem]);
}

function sorted(pairs: readonly ComparedPair[], language: string): readonly ComparedPair[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const keyed = pairs.map((pair) => {
    const one = pair.left ?? pair.right;
    return { pair, source: one?.sourceSystem ?? '', name: one ? connectionName(one) : '' };
  });
  keyed.sort((a, b) => compare(a.source, b.source) || compare(a.name, b.name));
  return keyed.map(({ pair }) => pair);
}
