import { TextDocumentSaveReason, workspace } from 'vscode';
import type { TextDocument } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';

/** Calls `listener` after the user has saved a document. Ignores Auto Save, which saves whenever typing pauses. */
export function onDidSaveManually(listener: (document: TextDocument) => void): Disposable {
  const owned = new DisposableStore();
  const manuallySaved = new WeakSet<TextDocument>();
  owned.add(
    workspace.onWillSaveTextDocument(({ document, reason }) => {
      if (reason === TextDocumentSaveReason.Manual) {
        manuallySaved.add(document);
      } else {
        manuallySaved.delete(document);
      }
    }),
  );
  owned.add(workspace.onDidSaveTextDocument((document) => manuallySaved.delete(document) && listener(document)));
  return owned;
}
