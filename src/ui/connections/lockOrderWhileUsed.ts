import { window } from 'vscode';
import type { Event } from 'vscode';
import type { RowOrderLock } from '../../app/connections/rowOrderLock.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { View } from '../window/trees.ts';

/**
 * Locks the order of a view's rows while the user is likely to act on one. VS Code reports neither that the pointer rests on a row nor that
 * the view has the focus, so selecting, expanding and collapsing a row lock the order, and work elsewhere releases it.
 */
export function lockOrderWhileUsed(view: View<unknown>, orderLock: RowOrderLock): Disposable {
  const owned = new DisposableStore();
  const on = <T>(event: Event<T>, listener: (event: T) => unknown): unknown => owned.add(event(listener));
  on(view.onDidChangeSelection, () => orderLock.lock());
  on(view.onDidExpandElement, () => orderLock.lock());
  on(view.onDidCollapseElement, () => orderLock.lock());
  on(view.onDidChangeVisibility, ({ visible }) => visible || orderLock.release());
  on(window.onDidChangeActiveTextEditor, () => orderLock.release());
  on(window.onDidChangeActiveTerminal, () => orderLock.release());
  // The kind is undefined if an extension changed the selection.
  on(window.onDidChangeTextEditorSelection, ({ kind }) => kind !== undefined && orderLock.release());
  on(window.onDidChangeWindowState, ({ focused }) => focused || orderLock.release());
  return owned;
}
