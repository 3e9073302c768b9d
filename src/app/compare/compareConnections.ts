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
  const matchedById = new Set(left.flatMap(({ entityId }) => rightById.get(entityId) ?? []));
  // Reversed, so that `pop` takes the first one of a name.
  const rightByName = Map.groupBy(right.filter((connection) => !matchedById.has(connection)).reverse(), nameKey);
  const leftPairs = left.map((connection) =>
    compared(connection, rightById.get(connection.entityId) ?? rightByName.get(nameKey(connection))?.pop()),
  );
  const unmatched = [...rightByName.values()].flatMap((group) => group.toReversed());
  const pairs = sorted([...leftPairs, ...unmatched.map((connection) => compared(undefined, connection))], language);
  return {
    pairs,
    onlyLeft: pairs.filter((pair) => pair.right === undefined).length,
    onlyRight: unmatched.length,
    different: pairs.filter(({ differences }) => differences.length > 0).length,
  };
}

function compared(left: Connection | undefined, right: Connection | undefined): ComparedPair {
  return { left, right, differences: left && right ? differencesOf(left, right) : [] };
}

function differencesOf(left: Connection, right: Connection): readonly Difference[] {
  const values = {
    name: connectionName,
    sourceSystem: ({ sourceSystem }: Connection) => sourceSystem,
    state: connectionState,
    isActive: ({ isActive }: Connection) => isActive,
    isScheduled: ({ nextScheduledSyncAt }: Connection) => nextScheduledSyncAt !== undefined,
  };
  return (Object.keys(values) as Difference[]).filter((name) => values[name](left) !== values[name](right));
}

function nameKey(connection: Connection): string {
  return JSON.stringify([connectionName(connection), connection.sourceSystem]);
}

function sorted(pairs: readonly ComparedPair[], language: string): readonly ComparedPair[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const keyed = pairs.map((pair) => {
    const connection = pair.left ?? pair.right;
    return { pair, source: connection?.sourceSystem ?? '', name: connection ? connectionName(connection) : '' };
  });
  keyed.sort((a, b) => compare(a.source, b.source) || compare(a.name, b.name));
  return keyed.map(({ pair }) => pair);
}
