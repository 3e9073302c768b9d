import { workspace } from 'vscode';
import type { TextDocument, Uri } from 'vscode';

/** The document of an editor that is open; undefined for files that are too large for one. */
export function openDocument(uri: Uri): TextDocument | undefined {
  const key = uri.toString();
  return workspace.textDocuments.find((document) => document.uri.toString() === key);
}
