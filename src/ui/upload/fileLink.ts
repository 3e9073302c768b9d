import { FileType, workspace } from 'vscode';
import type { Uri } from 'vscode';
import { resolveLinks } from '../../data/file/linkTarget.ts';
import type { LinkTarget } from '../../data/file/linkTarget.ts';
import { workspaceFolderPath } from '../editor/openEditors.ts';

/** The target of symbolic links in the path of a file, whose content isn't read. Undefined if there are none, or no such file. */
export async function linkOf(uri: Uri): Promise<LinkTarget | undefined> {
  try {
    return uri.scheme === 'file'
      ? (await resolveLinks(uri.fsPath, workspaceFolderPath(uri))).target
      : storedLink((await workspace.fs.stat(uri)).type);
  } catch {
    return undefined;
  }
}

/** The target of a symbolic link that is not on a disk of this machine. It is always unknown. */
export function storedLink(type: FileType): LinkTarget | undefined {
  return (type & FileType.SymbolicLink) === 0 ? undefined : { path: undefined, leavesFolder: true };
}
