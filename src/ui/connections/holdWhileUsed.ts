import { window } from 'vscode';
import type { Event } from 'vscode';
import type { RowHold } from '../../app/connections/rowHold.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { View } from '../window/trees.ts';

/**
 * Holds the order of a view's rows while the user is likely to act on one. VS Code reports neither that the pointer rests on a
 * row nor that the view has the focus, so selecting, expanding and collapsing a row begin the hold, and work elsewhere ends it.
 */
export function holdWhileUsed(view: View<unknown>, hold: RowHold): Disposable {
  const owned = new DisposableStore();
  const on = <T>(event: Event<T>, listener: (event: T) => unknown): unknown => owned.add(event(listener));
  on(view.onDidChangeSelection, () => hold.noteUse());
  on(view.onDidExpandElement, () => hold.noteUse());
  on(view.onDidCollapseElement, () => hold.noteUse());
  on(view.onDidChangeVisibility, ({ visible }) => visible || hold.release());
  on(window.onDidChangeActiveTextEditor, () => hold.release());
  on(window.onDidChangeActiveTerminal, () => hold.release());
  // The kind is undefined if an extension changed the selection.
  on(window.onDidChangeTextEditorSelection, ({ kind }) => kind !== undefined && hold.release());
  on(window.onDidChangeWindowState, ({ focused }) => focused || hold.release());
  return owned;
}
