import { workspace } from 'vscode';
import type { Uri } from 'vscode';

/** The path of the workspace folder that a file is in; undefined where it is in none. */
export function folderOf(uri: Uri): string | undefined {
  return workspace.getWorkspaceFolder(uri)?.uri.fsPath;
}
