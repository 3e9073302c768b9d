import { l10n, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import type { EpochMs } from '../../base/time.ts';
import { connectionState } from '../../model/connection.ts';
import type { Connection, ConnectionState } from '../../model/connection.ts';
import type { ConnectionGroup } from '../../model/connectionOrder.ts';
import { stateAndTimes, stateIcon, stateName, timesText } from './connectionWords.ts';
import type { ConnectionElement, ConnectionsElement, GroupElement } from './rowTree.ts';

export function treeItemOf(element: ConnectionsElement, now: EpochMs): TreeItem {
  return element.kind === 'group' ? groupItem(element) : connectionItem(element, now);
}

/** Equal exactly where the items (tooltips included) are. */
export function lookOf(element: ConnectionsElement, now: EpochMs): string {
  return element.kind === 'group'
    ? String(element.group.connections.length)
    : JSON.stringify([element.connection, timesText(element.connection, now)]);
}

/** What a connection is called in a row or a message: its name, or its id where the service gave it none. */
export function connectionName({ entityName, entityId }: Pick<Connection, 'entityName' | 'entityId'>): string {
  return plainText(entityName) || plainText(entityId);
}

function connectionItem({ id, connection }: ConnectionElement, now: EpochMs): TreeItem {
  const state = connectionState(connection);
  const item = new TreeItem(connectionName(connection), TreeItemCollapsibleState.None);
  item.id = id;
  item.description = timesText(connection, now);
  item.iconPath = stateIcon(state);
  item.contextValue = `connection.${state}`;
  item.accessibilityInformation = {
    label: [connectionName(connection), plainText(connection.sourceSystem), ...stateAndTimes(connection, now)]
      .filter(Boolean)
      .join(', '),
  };
  return item;
}

function groupItem({ id, group }: GroupElement): TreeItem {
  const count = group.connections.length;
  const item = new TreeItem(groupName(group), TreeItemCollapsibleState.Expanded);
  item.id = id;
  item.description = String(count);
  item.contextValue = 'group';
  item.accessibilityInformation = {
    label:
      count === 1
        ? l10n.t('{0}, 1 connection', groupName(group))
        : l10n.t('{0}, {1} connections', groupName(group), count),
  };
  return item;
}

function groupName({ grouping, key }: ConnectionGroup): string {
  if (grouping === 'state') {
    return stateName(key as ConnectionState);
  }
  return plainText(key) || l10n.t('No source system');
}
