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
  /** Fires with the rows that have changed, or with undefined if all rows may have. */
  readonly onDidChangeTreeData: Event<T | T[] | undefined>;
  getTreeItem(element: T): TreeRow | Promise<TreeRow>;
  /** Sets the tooltip when the pointer rests on the row. The token is cancelled when the pointer leaves the row. */
  resolveTreeItem(row: TreeRow, element: T, token: CancellationToken): TreeRow | Promise<TreeRow>;
}

export type View<T> = Omit<TreeView<T>, 'title' | 'message' | 'description' | 'badge'> & {
  message?: TreeText;
  description?: TreeText;
  badge?: { readonly value: number; readonly tooltip: TreeText } | undefined;
};

interface ViewOptions<T> extends Pick<TreeViewOptions<unknown>, 'showCollapseAll' | 'canSelectMany'> {
  /** Called when files are dropped on a row, or on an empty part of the view. The files can be read until the promise settles. */
  readonly onDropFiles?: (row: T | undefined, files: DataTransfer) => Promise<void>;
}

/** The types of data that can be dropped: URIs, from the Explorer, editor tabs and tree views, and files from other programs. */
const FILE_TYPES = ['text/uri-list', 'files'];

export function createRow(label: TreeText, collapsibleState: TreeItemCollapsibleState): TreeRow {
  return new TreeItem(label, collapsibleState) as TreeRow;
}

/** A tree view that is registered at startup and stays empty until `fill` is called. */
export class DeferredView<T> implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #changes = this.#owned.add(new EventEmitter<T | T[] | undefined>());
  readonly #view: View<T>;
  readonly #sourceChanges = this.#owned.add(new MutableDisposable<Disposable>());
  #source: TreeSource<T> | undefined;
  /** Whether the last read returned no rows. */
  #isEmpty = true;

  constructor(id: string, { onDropFiles, ...options }: ViewOptions<T>) {
    const treeDataProvider: TreeDataProvider<T> = {
      onDidChangeTreeData: this.#changes.event,
      getChildren: (element) => {
        const rows = this.#source?.getChildren(element) ?? [];
        if (element === undefined) {
          this.#isEmpty = Array.isArray(rows) && rows.length === 0;
        }
        return rows;
      },
      getParent: (element) => this.#source?.getParent?.(element),
      getTreeItem: (element) => this.#requiredSource.getTreeItem(element),
      resolveTreeItem: (row, element, token) => this.#requiredSource.resolveTreeItem(row as TreeRow, element, token),
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

  /** Shows the rows of `source`, which has none yet, instead of those of an earlier source. */
  fill(source: TreeSource<T>): View<T> {
    this.#source = source;
    this.#sourceChanges.value = source.onDidChangeTreeData((changed) => this.#changes.fire(changed));
    if (!this.#isEmpty) {
      // Not in an empty view: VS Code would delay the first rows and read them twice, and meanwhile pass no row to the commands.
      this.#changes.fire(undefined);
    }
    return this.#view;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** The source, for calls about a row. VS Code doesn't make any while the view is empty. */
  get #requiredSource(): TreeSource<T> {
    if (this.#source === undefined) {
      throw new Error('The view has no rows yet.');
    }
    return this.#source;
  }
}
