import { TreeItem, window } from 'vscode';
import type { TreeDataProvider, TreeItemCollapsibleState, TreeView, TreeViewOptions } from 'vscode';
import type { TreeText } from '../../base/sinkText.ts';
import type { Tooltip } from './tooltip.ts';

/** A row of a tree view. */
export type TreeRow = Omit<
  TreeItem,
  'label' | 'description' | 'tooltip' | 'command' | 'checkboxState' | 'accessibilityInformation'
> & {
  label: TreeText;
  description?: TreeText;
  tooltip?: Tooltip;
  accessibilityInformation?: { readonly label: TreeText };
};

/** The data provider of a view. */
export interface TreeSource<T> extends Omit<TreeDataProvider<T>, 'getTreeItem' | 'resolveTreeItem'> {
  getTreeItem(element: T): TreeRow | Promise<TreeRow>;
  /** Fills in the tooltip. */
  resolveTreeItem(row: TreeRow, element: T): TreeRow;
}

export type View<T> = Omit<TreeView<T>, 'title' | 'message' | 'description' | 'badge'> & {
  message?: TreeText;
  description?: TreeText;
  badge?: { readonly value: number; readonly tooltip: TreeText } | undefined;
};

interface ViewOptions<T> extends Pick<TreeViewOptions<T>, 'showCollapseAll' | 'canSelectMany'> {
  readonly source: TreeSource<T>;
}

export function createRow(label: TreeText, collapsibleState: TreeItemCollapsibleState): TreeRow {
  return new TreeItem(label, collapsibleState) as TreeRow;
}

export function createView<T>(id: string, { source, ...options }: ViewOptions<T>): View<T> {
  const treeDataProvider: TreeDataProvider<T> = source;
  return window.createTreeView(id, { ...options, treeDataProvider }) as View<T>;
}
