import { EventEmitter, TreeItem, window } from 'vscode';
import type {
  CancellationToken,
  DataTransfer,
  Event,
  TreeDataProvider,
  TreeDragAndDropController,
  TreeItemCollapsibleState,
  TreeView,
  TreeViewOptions,
} from 'vscode';
import { DisposableStore, MutableDisposable } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
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
  /** Runs when the row is clicked. */
  command?: { readonly command: `dataConnections.${string}`; readonly title: TreeText; readonly arguments: unknown[] };
  accessibilityInformation?: { readonly label: TreeText };
};

/** The data provider of a view. */
export interface TreeSource<T> extends Omit<
  TreeDataProvider<T>,
  'getTreeItem' | 'resolveTreeItem' | 'onDidChangeTreeData'
> {
  /** The rows that changed, undefined for all. */
  readonly onDidChangeTreeData: Event<T | T[] | undefined>;
  getTreeItem(element: T): TreeRow | Promise<TreeRow>;
  /** Fills in the tooltip, when the pointer rests on the row. `token`: cancelled when the pointer leaves it. */
  resolveTreeItem(row: TreeRow, element: T, token: CancellationToken): TreeRow | Promise<TreeRow>;
}

export type View<T> = Omit<TreeView<T>, 'title' | 'message' | 'description' | 'badge'> & {
  message?: TreeText;
  description?: TreeText;
  badge?: { readonly value: number; readonly tooltip: TreeText } | undefined;
};

interface ViewOptions<T> extends Pick<TreeViewOptions<unknown>, 'showCollapseAll' | 'canSelectMany'> {
  /** Called when files are dropped on a row, or beside all rows. They can be read until the promise is settled. */
  readonly onDropFiles?: (row: T | undefined, files: DataTransfer) => Promise<void>;
}

/** Files of the Explorer, tabs and trees, by their URIs, and files of other programs. */
const FILE_TYPES = ['text/uri-list', 'files'];

export function createRow(label: TreeText, collapsibleState: TreeItemCollapsibleState): TreeRow {
  return new TreeItem(label, collapsibleState) as TreeRow;
}

/** A view that is registered at start-up and has no rows until it is given their source. */
export class DeferredView<T> implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #changes = this.#owned.add(new EventEmitter<T | T[] | undefined>());
  readonly #view: View<T>;
  readonly #sourceChanges = this.#owned.add(new MutableDisposable<Disposable>());
  #source: TreeSource<T> | undefined;

  constructor(id: string, { onDropFiles, ...options }: ViewOptions<T>) {
    const treeDataProvider: TreeDataProvider<T> = {
      onDidChangeTreeData: this.#changes.event,
      getChildren: (element) => this.#source?.getChildren(element),
      getParent: (element) => this.#source?.getParent?.(element),
      getTreeItem: (element) => this.#filled.getTreeItem(element),
      resolveTreeItem: (row, element, token) => this.#filled.resolveTreeItem(row as TreeRow, element, token),
    };
    const dragAndDropController: TreeDragAndDropController<T> | undefined = onDropFiles && {
      dragMimeTypes: [],
      dropMimeTypes: FILE_TYPES,
      handleDrop: (row, files) => onDropFiles(row, files),
    };
    this.#view = this.#owned.add(
      window.createTreeView(id, {
        ...options,
        treeDataProvider,
        ...(dragAndDropController === undefined ? {} : { dragAndDropController }),
      }) as View<T>,
    );
  }

  /** Shows the rows of `source` in place of those of an earlier one. */
  fill(source: TreeSource<T>): View<T> {
    this.#source = source;
    this.#sourceChanges.value = source.onDidChangeTreeData((changed) => this.#changes.fire(changed));
    this.#changes.fire(undefined);
    return this.#view;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** VS Code only asks about rows, which a view without a source doesn't have. */
  get #filled(): TreeSource<T> {
    if (this.#source === undefined) {
      throw new Error('The view has no rows yet.');
    }
    return this.#source;
  }
}
