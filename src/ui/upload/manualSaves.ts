import { TextDocumentSaveReason, workspace } from 'vscode';
import type { TextDocument } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';

/** Calls `then` after the user has saved a document. Auto Save doesn't count: it saves whenever typing pauses. */
export function onDidSaveByHand(then: (document: TextDocument) => void): Disposable {
  const owned = new DisposableStore();
  const byHand = new WeakSet<TextDocument>();
  owned.add(
    workspace.onWillSaveTextDocument(({ document, reason }) => {
      if (reason === TextDocumentSaveReason.Manual) {
        byHand.add(document);
      } else {
        byHand.delete(document);
      }
    }),
  );
  owned.add(workspace.onDidSaveTextDocument((document) => byHand.delete(document) && then(document)));
  return owned;
}
