import { getLocation, parseTree, findNodeAtLocation } from 'jsonc-parser';
import type { JSONPath } from 'jsonc-parser';
import { Range } from 'vscode';
import type { CompletionItem, Position, TextDocument } from 'vscode';
import type { ConnectionFeed } from '../../app/connections/connectionFeed.ts';
import { completionText } from '../../base/sinkText.ts';
import { connectionName } from '../../model/connection.ts';
import { createCompletion } from '../window/completions.ts';

/** Completes the entity ID in a task of this extension. Connections of the account are matched by name or ID. */
export async function completeEntityIds(
  document: TextDocument,
  position: Position,
  feed: Pick<ConnectionFeed, 'state' | 'refresh'>,
): Promise<CompletionItem[] | undefined> {
  const text = document.getText();
  const offset = document.offsetAt(position);
  const { path, previousNode, isAtPropertyKey } = getLocation(text, offset);
  if (isAtPropertyKey || !isEntityIdOfTask(text, path)) {
    return undefined;
  }
  if (feed.state.kind !== 'loaded') {
    await feed.refresh();
  }
  const connections = feed.state.kind === 'loaded' ? feed.state.connections : [];
  // Replaces the entire string, including its quotes.
  const isInString = previousNode?.type === 'string' && previousNode.offset < offset;
  const [start, end] = isInString ? [previousNode.offset, previousNode.offset + previousNode.length] : [offset, offset];
  const range = new Range(document.positionAt(start), document.positionAt(end));
  return connections.map((connection) => {
    const name = connectionName(connection);
    const { entityId, sourceSystem } = connection;
    return createCompletion({
      label: completionText(name),
      description: completionText(entityId),
      detail: completionText(sourceSystem),
      // Both begin with a quote, like the text that is replaced.
      filterText: JSON.stringify(`${name} ${entityId}`),
      insertText: JSON.stringify(entityId),
      range,
    });
  });
}

/** Whether the path is that of `entityId` in a task of this extension, in `tasks.json` or in a workspace file. */
function isEntityIdOfTask(text: string, path: JSONPath): boolean {
  const task = path.slice(0, -1);
  const root = parseTree(text);
  const isTask = typeof task.at(-1) === 'number' && task.at(-2) === 'tasks';
  const type: unknown = root && isTask ? findNodeAtLocation(root, [...task, 'type'])?.value : undefined;
  return path.at(-1) === 'entityId' && type === 'dataConnections';
}
