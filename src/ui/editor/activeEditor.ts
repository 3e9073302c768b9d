import { TabInputNotebook, TabInputTextDiff, window, workspace } from 'vscode';
import type { TextDocument, Uri } from 'vscode';
import { isObject } from '../../base/json.ts';
import { openDocument, tabFile } from './openEditors.ts';

interface ActiveSource {
  readonly uri: Uri;
  /** Undefined above 50 MB, where VS Code provides no document, and where a custom editor shows the file. */
  readonly document: TextDocument | undefined;
}

/** Text editors that show no file: a focused output channel, and a cell of a notebook. */
const NO_FILES: ReadonlySet<string> = new Set(['output', 'vscode-notebook-cell']);

/** What the active editor shows; undefined if that is neither text nor a file, and for a notebook. */
export function activeSource(): ActiveSource | undefined {
  const tab = window.tabGroups.activeTabGroup.activeTab;
  const document = window.activeTextEditor?.document;
  const current = currentVersion(tab?.input, document?.uri);
  if (current !== undefined) {
    return { uri: current, document: openDocument(current) };
  }
  if (document !== undefined && !NO_FILES.has(document.uri.scheme)) {
    return { uri: document.uri, document };
  }
  const uri = tabFile(tab);
  return uri && { uri, document: undefined };
}

/** Whether the active editor shows this URI, or shows an earlier version next to it. */
export function isInActiveEditor(uri: Uri): boolean {
  return [window.activeTextEditor?.document.uri, activeSource()?.uri].some((shown) => isSame(shown, uri));
}

/** The notebook that the active editor shows. */
export function activeNotebook(): Uri | undefined {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof TabInputNotebook ? input.uri : undefined;
}

/**
 * The current version of a file whose earlier version is shown: on the left of a diff editor, or above the result of a merge. Undefined if
 * the shown text is itself a file.
 */
export function currentVersion(input: unknown, shown: Uri | undefined): Uri | undefined {
  if (isOwnText(shown) || !isObject(input)) {
    return undefined;
  }
  if (input instanceof TabInputTextDiff) {
    return input.modified;
  }
  // VS Code provides these, but their types are not part of its API yet.
  const { textDiffs, result } = input as { textDiffs?: readonly TabInputTextDiff[]; result?: Uri };
  return textDiffs?.find(({ original }) => isSame(original, shown))?.modified ?? result;
}

/** Whether a text is no earlier version of another one: those are read-only, and of a scheme that only names versions. */
function isOwnText(shown: Uri | undefined): boolean {
  return shown?.scheme === 'untitled' || workspace.fs.isWritableFileSystem(shown?.scheme ?? '') === true;
}

function isSame(a: Uri | undefined, b: Uri | undefined): boolean {
  return a !== undefined && a.toString() === b?.toString();
}
