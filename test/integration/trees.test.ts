import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createRow, DeferredView } from '../../src/ui/window/trees.ts';
import type { TreeSource } from '../../src/ui/window/trees.ts';
import { treeText } from '../../src/base/sinkText.ts';

/** A list of rows that can be changed. */
class Rows implements TreeSource<string> {
  readonly #changes = new vscode.EventEmitter<string[] | undefined>();
  readonly onDidChangeTreeData = this.#changes.event;
  #rows: readonly string[] = [];

  set(...rows: readonly string[]): void {
    this.#rows = rows;
    this.#changes.fire(undefined);
  }

  getChildren(row?: string): string[] {
    return row === undefined ? [...this.#rows] : [];
  }

  getTreeItem(row: string) {
    return createRow(treeText(row), vscode.TreeItemCollapsibleState.None);
  }

  resolveTreeItem<T>(row: T): T {
    return row;
  }
}

describe('A view that is filled later', () => {
  let provider: vscode.TreeDataProvider<string>;
  let view: DeferredView<string>;
  /** What VS Code is asked to read again. */
  let changes: unknown[];

  beforeEach(() => {
    const { createTreeView } = vscode.window;
    Object.assign(vscode.window, {
      createTreeView: (_id: string, options: vscode.TreeViewOptions<string>) => {
        provider = options.treeDataProvider;
        return { dispose: () => undefined };
      },
    });
    try {
      view = new DeferredView('view', {});
    } finally {
      Object.assign(vscode.window, { createTreeView });
    }
    changes = [];
    provider.onDidChangeTreeData?.((change) => changes.push(change));
  });

  afterEach(() => view.dispose());

  it('is read once, when there are rows, so that the first commands get the rows on which they are run', () => {
    assert.deepEqual(provider.getChildren(), []);
    const rows = new Rows();
    view.fill(rows);
    assert.deepEqual(changes, []);
    rows.set('a', 'b');
    assert.deepEqual(changes, [undefined]);
    assert.deepEqual(provider.getChildren(), ['a', 'b']);
  });

  it('is read again at once if it shows rows of another source', () => {
    const [rows, others] = [new Rows(), new Rows()];
    view.fill(rows);
    rows.set('a');
    assert.deepEqual(provider.getChildren(), ['a']);
    changes.length = 0;
    view.fill(others);
    assert.deepEqual(changes, [undefined]);
    assert.deepEqual(provider.getChildren(), []);
    rows.set('b');
    others.set('c');
    assert.deepEqual(changes, [undefined, undefined]);
    assert.deepEqual(provider.getChildren(), ['c']);
  });
});
