import {
  commands,
  l10n,
  Position,
  Range,
  TabInputCustom,
  TabInputText,
  TextEditorRevealType,
  window,
  workspace,
} from 'vscode';
import type { Tab, TextDocument, TextDocumentShowOptions, Uri } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import { UserError } from '../errors/userError.ts';

/** The document of an open editor; undefined for files that are too large for one. */
export function openDocument(uri: Uri): TextDocument | undefined {
  const key = uri.toString();
  return workspace.textDocuments.find((document) => document.uri.toString() === key);
}

/** The file that a tab shows in a text or custom editor; undefined if it shows something else. */
export function tabFile(tab: Tab | undefined): Uri | undefined {
  const input: unknown = tab?.input;
  return input instanceof TabInputText || input instanceof TabInputCustom ? input.uri : undefined;
}

export function tabsOf(uri: Uri): readonly Tab[] {
  const key = uri.toString();
  return window.tabGroups.all.flatMap(({ tabs }) => tabs).filter((tab) => tabFile(tab)?.toString() === key);
}

/** Whether an editor has changes that extensions can't read: VS Code's own above 50 MB, and custom editors. */
export function hasHiddenChanges(uri: Uri): boolean {
  return openDocument(uri)?.isDirty !== true && tabsOf(uri).some(({ isDirty }) => isDirty);
}

/** Whether the file on disk has the text of the editor, in the only encoding that the service accepts. Only the file has all of its bytes. */
export function isAsOnDisk(document: TextDocument): boolean {
  return document.uri.scheme === 'file' && isAsStored(document);
}

/** Like `isAsOnDisk`, wherever the file is stored. */
export function isAsStored({ isDirty, isUntitled, encoding }: TextDocument): boolean {
  return !isDirty && !isUntitled && isUtf8(encoding);
}

/** Whether VS Code's name of an encoding is UTF-8, with or without a byte order mark. */
export function isUtf8(encoding: string): boolean {
  return encoding === 'utf8' || encoding === 'utf8bom';
}

export function baseName({ path }: Pick<Uri, 'path'>): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The path of the workspace folder that a file is in; undefined if it is in none. */
export function workspaceFolderPath(uri: Uri): string | undefined {
  return workspace.getWorkspaceFolder(uri)?.uri.fsPath;
}

/**
 * Opens a file, also one that is too large for a document. VS Code shows why it can't open one. Throws a `UserError` for a text without a
 * file that was closed, in place of which VS Code would open an empty one.
 */
export async function openFile(uri: Uri, options: TextDocumentShowOptions = { preview: false }): Promise<void> {
  if (uri.scheme === 'untitled' && openDocument(uri) === undefined) {
    throw notOpen(uri);
  }
  await commands.executeCommand('vscode.open', uri, options);
}

/** Why a text without a file can't be shown or read. */
export function notOpen(uri: Uri): UserError {
  return new UserError(l10n.t('“{0}” is no longer open.', plainText(baseName(uri))));
}

/** Shows a position in an editor: the closest one if the text has changed. `line` and `column` count from 1. */
export async function goToPosition(
  uri: Uri,
  { line, column }: { readonly line: number; readonly column: number },
): Promise<void> {
  const position = new Position(line - 1, column - 1);
  const document = openDocument(uri);
  if (document === undefined) {
    await openFile(uri, { selection: new Range(position, position) });
    return;
  }
  const closest = document.validatePosition(position);
  const range = new Range(closest, closest);
  const editor = await window.showTextDocument(document, { selection: range });
  editor.revealRange(range, TextEditorRevealType.InCenterIfOutsideViewport);
}
