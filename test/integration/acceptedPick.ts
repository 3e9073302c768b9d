import * as vscode from 'vscode';

/** A quick pick for several items that is accepted with those of these labels as soon as it is shown. */
export function acceptedPick(...labels: readonly string[]) {
  const [selection, accept, hide] = [
    new vscode.EventEmitter<readonly vscode.QuickPickItem[]>(),
    new vscode.EventEmitter<void>(),
    new vscode.EventEmitter<void>(),
  ];
  const pick = {
    items: [] as readonly vscode.QuickPickItem[],
    onDidChangeSelection: selection.event,
    onDidAccept: accept.event,
    onDidHide: hide.event,
    show: () => {
      selection.fire(pick.items.filter(({ label }) => labels.includes(label)));
      accept.fire();
    },
    hide: () => hide.fire(),
    dispose: () => undefined,
  };
  return pick;
}
