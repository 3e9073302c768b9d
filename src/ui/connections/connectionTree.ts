import { EventEmitter } from 'vscode';
import type { ProviderResult, TreeDataProvider, TreeItem } from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import type { OrderedConnections } from '../../model/connectionOrder.ts';
import { lookOf, treeItemOf } from './connectionRow.ts';
import { connectionTooltip } from './connectionTooltip.ts';
import { RowTree } from './rowTree.ts';
import type { ConnectionsElement } from './rowTree.ts';

/** Hands the rows to VS Code, and after a change only those that look different or stand elsewhere. */
export class ConnectionTree implements TreeDataProvider<ConnectionsElement>, Disposable {
  readonly #changes = new EventEmitter<ConnectionsElement[] | undefined>();
  readonly #rows = new RowTree();

  readonly onDidChangeTreeData = this.#changes.event;

  show(ordered: OrderedConnections): void {
    const now = Date.now();
    const change = this.#rows.update(ordered, (element) => lookOf(element, now));
    if (change === 'all') {
      this.#changes.fire(undefined);
    } else if (change.length > 0) {
      this.#changes.fire([...change]);
    }
  }

  getTreeItem(element: ConnectionsElement): TreeItem {
    return treeItemOf(element, Date.now());
  }

  getChildren(element?: ConnectionsElement): ConnectionsElement[] {
    if (element === undefined) {
      return [...this.#rows.roots];
    }
    return element.kind === 'group' ? [...this.#rows.childrenOf(element)] : [];
  }

  getParent(element: ConnectionsElement): ConnectionsElement | undefined {
    return this.#rows.parentOf(element);
  }

  /** Called when the pointer rests on a row: a tooltip nobody looks at is never made. */
  resolveTreeItem(item: TreeItem, element: ConnectionsElement): ProviderResult<TreeItem> {
    if (element.kind === 'connection') {
      item.tooltip = connectionTooltip(element.connection, Date.now());
    }
    return item;
  }

  dispose(): void {
    this.#changes.dispose();
  }
}
