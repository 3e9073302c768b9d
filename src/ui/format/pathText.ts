import { posix, sep } from 'node:path';
import { workspace } from 'vscode';
import type { Uri } from 'vscode';
import { plainText } from '../../base/displayText.ts';

const MAX_FOLDER_LENGTH = 60;

/**
 * The path of a file in its folder, or its full path if it is in none of the window. With slashes: on Windows, VS Code returns
 * backslashes for a file in none.
 *
 * @param options.withFolder whether the name of the folder comes first; by default, if there are several folders.
 */
export function pathInFolders(
  uri: Uri,
  { withFolder, isWindows = process.platform === 'win32' }: { withFolder?: boolean; isWindows?: boolean } = {},
): string {
  const path = workspace.asRelativePath(uri, withFolder);
  return isWindows ? path.replaceAll('\\', '/') : path;
}

/** The path in the open folder, which begins with its name if there are several. The whole path of a file in none, or if they have one name. */
export function shownPath(uri: Uri, folders = workspace.workspaceFolders ?? []): string {
  const folder = workspace.getWorkspaceFolder(uri);
  const isNameRepeated = folders.filter(({ name }) => name === folder?.name).length > 1;
  return isNameRepeated ? uri.fsPath.replaceAll(sep, '/') : pathInFolders(uri);
}

/** The end of the path of a file's folder, which is what differs between folders of the same kind. */
export function shownFolder(uri: Uri): string {
  const folder = posix.dirname(shownPath(uri));
  return plainText(folder.length > MAX_FOLDER_LENGTH ? `…${folder.slice(1 - MAX_FOLDER_LENGTH)}` : folder);
}
