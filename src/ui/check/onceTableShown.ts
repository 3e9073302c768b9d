import { Position, window, workspace } from 'vscode';
import type { TextDocument, Uri } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { kindByName } from '../../data/file/kindByName.ts';
import type { UploadKind } from '../../model/upload.ts';
import { SETTINGS_SECTION } from '../settings.ts';

/** Above this length, in UTF-16 code units, a document is checked only by command. */
const MAX_AUTOMATIC_LENGTH = 10_000_000;
const SETTING = `${SETTINGS_SECTION}.check.automatic`;
/** How long the texts must stay unchanged before they are inspected, in ms. */
const DEBOUNCE_MS = 400;

/** Calls the listener once an editor shows a table (CSV or TSV) while tables are checked automatically. */
export function onceTableShown(isAutomatic: () => boolean, listener: () => void): Disposable {
  const subscriptions = new DisposableStore();
  let timer: NodeJS.Timeout | undefined;
  const detect = (): void => {
    // Reading the setting reads all settings, so look for a table first.
    if (window.visibleTextEditors.some(({ document }) => automaticKind(document) !== undefined) && isAutomatic()) {
      subscriptions.dispose();
      listener();
    }
  };
  subscriptions.add(window.onDidChangeVisibleTextEditors(detect));
  subscriptions.add(onDidChangeAutomaticCheck(detect));
  // An edit can turn an empty editor into a table. Debounced, because determining the length of a text takes longer the more lines it has.
  const detectLater = (): void => {
    clearTimeout(timer);
    timer = setTimeout(detect, DEBOUNCE_MS);
  };
  subscriptions.add(workspace.onDidChangeTextDocument(detectLater));
  subscriptions.add({ dispose: () => clearTimeout(timer) });
  detect();
  return subscriptions;
}

/** Fires when the value of the setting may have changed. A workspace's settings take effect once it is trusted. */
export function onDidChangeAutomaticCheck(listener: () => void): Disposable {
  const subscriptions = new DisposableStore();
  subscriptions.add(workspace.onDidChangeConfiguration((change) => change.affectsConfiguration(SETTING) && listener()));
  subscriptions.add(workspace.onDidGrantWorkspaceTrust(listener));
  return subscriptions;
}

/**
 * The kind of a document that is checked automatically: a table that is open in an editor and not too large. JSON has too
 * many other uses to be checked without being asked.
 */
export function automaticKind(document: TextDocument): UploadKind | undefined {
  const { uri, lineCount } = document;
  const kind = kindByName(document);
  const isBlank = lineCount === 1 && document.lineAt(0).isEmptyOrWhitespace;
  const isSmall = () => document.offsetAt(new Position(lineCount, 0)) <= MAX_AUTOMATIC_LENGTH;
  return kind !== undefined && kind !== 'json' && isUserFile(uri) && !isBlank && isSmall() ? kind : undefined;
}

/**
 * False for the original side of a diff editor and for output channels. In a virtual workspace, that side can have the scheme of the
 * workspace and another authority.
 */
function isUserFile(uri: Uri): boolean {
  return uri.scheme === 'file' || uri.scheme === 'untitled' || workspace.getWorkspaceFolder(uri) !== undefined;
}
