import { Disposable } from 'vscode';

const ignore = (): Disposable => new Disposable(() => undefined);

/** What `JobsView` needs of VS Code's tree view, without its events. */
export function jobsTreeView({ visible = true } = {}) {
  return {
    visible,
    selection: [],
    onDidChangeVisibility: ignore,
    onDidChangeSelection: ignore,
    onDidExpandElement: ignore,
    onDidCollapseElement: ignore,
  };
}
