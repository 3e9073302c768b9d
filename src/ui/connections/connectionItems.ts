import { setImmediate as nextTurn } from 'node:timers/promises';
import { l10n, ThemeIcon } from 'vscode';
import type { ConnectionFeed } from '../../app/connections/connectionFeed.ts';
import { quickPickText } from '../../base/sinkText.ts';
import { connectionName, connectionState, duplicateNameTest } from '../../model/connection.ts';
import type { Connection } from '../../model/connection.ts';
import { stateAndTimes, connectionStateIcon } from '../format/connectionText.ts';
import { separator } from '../window/quickInput.ts';
import type { PickItem } from '../window/quickInput.ts';

/** How many items are created in one turn of the event loop. The items of the first turn are shown at once. */
const PER_TURN = 200;

/** Connections that are listed first, under a heading. */
export interface PickerSection {
  readonly label: string;
  readonly entityIds: readonly string[];
}

interface ListOptions {
  readonly groups?: readonly PickerSection[];
  /** Whether inactive connections are left out. */
  readonly isActiveOnly?: boolean;
}

export interface ConnectionItem extends PickItem {
  readonly connection?: Connection;
}

/**
 * The items for the account's connections. Yields the list twice if it is long: its beginning, and then all of it, which takes many
 * turns of the event loop.
 */
export async function* connectionItems(
  feed: Pick<ConnectionFeed, 'state' | 'find'>,
  options: ListOptions,
  signal: AbortSignal,
): AsyncGenerator<readonly ConnectionItem[]> {
  const now = Date.now();
  const entries = pickerEntries(feed, options);
  const hasDuplicateName = duplicateNameTest(entries.filter((entry) => typeof entry !== 'string'));
  const items: ConnectionItem[] = [];
  for (const [index, entry] of entries.entries()) {
    items.push(
      typeof entry === 'string' ? separator(quickPickText(entry)) : itemOf(entry, now, hasDuplicateName(entry)),
    );
    if (items.length % PER_TURN === 0 && index < entries.length - 1) {
      if (items.length === PER_TURN) {
        yield [...items];
      }
      await nextTurn();
      if (signal.aborted) {
        return;
      }
    }
  }
  yield items;
}

/** Whether the picker lists a connection. */
export function isOffered({ isActive }: Connection, isActiveOnly: boolean): boolean {
  return isActive || !isActiveOnly;
}

/** Headings and connections in their order. */
function pickerEntries(
  feed: Pick<ConnectionFeed, 'state' | 'find'>,
  { groups = [], isActiveOnly = false }: ListOptions,
): readonly (string | Connection)[] {
  const all = feed.state.kind === 'loaded' ? feed.state.connections.filter((one) => isOffered(one, isActiveOnly)) : [];
  const inGroups = new Set<Connection>();
  const entries: (string | Connection)[] = [];
  for (const { label, entityIds } of groups) {
    const listed = entityIds.flatMap((entityId) => feed.find(entityId) ?? []);
    const ofGroup = listed.filter((connection) => !inGroups.has(connection));
    ofGroup.forEach((connection) => inGroups.add(connection));
    entries.push(...(ofGroup.length === 0 ? [] : [label]), ...ofGroup);
  }
  // The feed is sorted by name.
  const others = all.filter((connection) => !inGroups.has(connection));
  return [...entries, ...(entries.length > 0 && others.length > 0 ? [l10n.t('other connections')] : []), ...others];
}

/** @param withId whether another connection has the same name. */
function itemOf(connection: Connection, now: number, withId: boolean): ConnectionItem {
  const state = connectionState(connection);
  const parts = [connection.sourceSystem, ...(withId ? [connection.entityId] : [])];
  return {
    connection,
    label: quickPickText(connectionName(connection), { maxLength: 100 }),
    description: quickPickText(parts.filter(Boolean).join(' · '), { maxLength: 100 }),
    detail: quickPickText(stateAndTimes(connection, now).join(' · ')),
    // Icons in a quick pick can't spin.
    iconPath: state === 'syncing' ? new ThemeIcon('sync') : connectionStateIcon(state),
  };
}
