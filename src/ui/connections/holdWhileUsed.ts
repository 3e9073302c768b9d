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
export function holdWhileUsed(view: View<unknown>, order: RowHold): Disposable {
  const owned = new DisposableStore();
  const on = <T>(event: Event<T>, listener: (event: T) => unknown): unknown => owned.add(event(listener));
  on(view.onDidChangeSelection, () => order.noteUse());
  on(view.onDidExpandElement, () => order.noteUse());
  on(view.onDidCollapseElement, () => order.noteUse());
  on(view.onDidChangeVisibility, ({ visible }) => visible || order.release());
  on(window.onDidChangeActiveTextEditor, () => order.release());
  on(window.onDidChangeActiveTerminal, () => order.release());
  // The kind is undefined if an extension changed the selection.
  on(window.onDidChangeTextEditorSelection, ({ kind }) => kind !== undefined && order.release());
  on(window.onDidChangeWindowState, ({ focused }) => focused || order.release());
  return owned;
}
