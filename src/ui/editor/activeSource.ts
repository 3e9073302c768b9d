import { window } from 'vscode';
import type { TextDocument, Uri } from 'vscode';
import { tabFile } from './tabFile.ts';

export interface ActiveSource {
  readonly uri: Uri;
  /** Undefined above 50 MB, where VS Code hands over none, and where an editor of another kind shows the file. */
  readonly document: TextDocument | undefined;
}

/** What the active editor shows; undefined where that is neither a text nor a file. */
export function activeSource(): ActiveSource | undefined {
  const document = window.activeTextEditor?.document;
  // An output channel that has the focus is a text editor as well.
  if (document !== undefined && document.uri.scheme !== 'output') {
    return { uri: document.uri, document };
  }
  const uri = tabFile(window.tabGroups.activeTabGroup.activeTab);
  return uri && { uri, document: undefined };
}
