import { FileType, Uri, workspace } from 'vscode';
import type { WorkspaceFolder } from 'vscode';
import type { OpenFolder } from '../../app/upload/findFiles.ts';

/** The folders of the window. `own`, the folder of a task, comes first. */
export function openFolders(own: WorkspaceFolder | undefined): readonly OpenFolder[] {
  const all = workspace.workspaceFolders ?? [];
  const first = all.filter(({ uri }) => uri.toString() === own?.uri.toString());
  return [...first, ...all.filter((folder) => !first.includes(folder))].map(({ uri }) => folderAt(uri));
}

function folderAt(root: Uri): OpenFolder {
  const at = (path: string): Uri => Uri.joinPath(root, path);
  return {
    path: root.fsPath.replaceAll('\\', '/'),
    isFile: async (path) => {
      try {
        return ((await workspace.fs.stat(at(path))).type & FileType.File) !== 0;
      } catch {
        return false;
      }
    },
    list: async (path) =>
      (await workspace.fs.readDirectory(at(path))).map(([name, type]) => ({ name, type: typeOf(type) })),
    fileOf: (path) => ({ uri: at(path).toString(), path: at(path).fsPath }),
  };
}

function typeOf(type: FileType): 'file' | 'directory' | 'other' {
  if ((type & FileType.File) !== 0) {
    return 'file';
  }
  return type === FileType.Directory ? 'directory' : 'other';
}
