import { Position, workspace } from 'vscode';
import type { TextDocument, TextEditor } from 'vscode';
import { kindByName } from '../../data/file/kindByName.ts';
import type { UploadKind } from '../../model/upload.ts';

const MAX_UNITS = 10_000_000;

/**
 * The kind of a document that is checked without being asked for: a table, in an editor of its own and not too large.
 * JSON serves many purposes, so nobody is told that his settings are no rows.
 */
export function automaticKind(document: TextDocument): UploadKind | undefined {
  const { uri, lineCount } = document;
  const kind = kindByName(document);
  const isBlank = lineCount === 1 && document.lineAt(0).isEmptyOrWhitespace;
  const isSmall = () => document.offsetAt(new Position(lineCount, 0)) <= MAX_UNITS;
  return kind !== undefined && kind !== 'json' && isUsersOwn(uri.scheme) && !isBlank && isSmall() ? kind : undefined;
}

/** Whether any of these editors shows a table. */
export function showsTable(editors: readonly TextEditor[]): boolean {
  return editors.some(({ document }) => automaticKind(document) !== undefined);
}

/** Not the old side of a comparison, nor an output. */
function isUsersOwn(scheme: string): boolean {
  const isFolders = workspace.workspaceFolders?.some(({ uri }) => uri.scheme === scheme) ?? false;
  return scheme === 'file' || scheme === 'untitled' || isFolders;
}
