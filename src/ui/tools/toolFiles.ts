import { Uri, workspace } from 'vscode';
import type { ToolFile } from '../../app/tools/checkToolFile.ts';
import { findInFolders } from '../../app/tools/toolFilePath.ts';

/** Finds the file that a language model named. Throws `ToolError` if it is not in the workspace. */
export function toolFile(file: string): ToolFile {
  const folders = workspace.workspaceFolders ?? [];
  const { folder, segments } = findInFolders(
    file,
    folders.map(({ name, uri }) => ({ name, path: uri.scheme === 'file' ? uri.fsPath : undefined })),
    process.platform === 'win32',
  );
  const root = folders[folder]?.uri ?? Uri.file('/');
  return { uri: Uri.joinPath(root, ...segments).toString(), path: segments.join('/') };
}
