import { FileType, l10n, Uri, workspace } from 'vscode';
import { comparePaths, MAX_FILES } from '../../app/upload/findFiles.ts';
import type { UploadSource } from '../../app/upload/uploadInput.ts';
import { plainText } from '../../base/displayText.ts';
import { uniqueBy } from '../../base/lists.ts';
import { hasDataName } from '../../data/file/dataName.ts';
import { baseName } from '../editor/openEditors.ts';
import { UserError } from '../errors/userError.ts';
import type { InputReader } from './inputReader.ts';

interface FolderSources {
  /** Without duplicates. */
  readonly sources: readonly UploadSource[];
  /** Whether the URIs include a folder. */
  readonly hasFolder: boolean;
}

/**
 * The files to upload for a list of files and folders. A folder is replaced with the data files directly in it, sorted by name. Files in
 * its subfolders are not included, because a user could easily overlook them.
 */
export async function sourcesOf(uris: readonly Uri[], reader: Pick<InputReader, 'sourceOf'>): Promise<FolderSources> {
  // An upload of more files is refused anyway, so there is no need to look for folders.
  const folders = new Set(uris.length > MAX_FILES ? [] : await foldersOf(uris));
  const lists = await Promise.all(
    uris.map(async (uri) => (folders.has(uri) ? sourcesIn(uri, reader) : [reader.sourceOf(uri)])),
  );
  const sources = uniqueBy(lists.flat(), ({ uri }) => uri);
  return { sources, hasFolder: folders.size > 0 };
}

async function foldersOf(uris: readonly Uri[]): Promise<readonly Uri[]> {
  const flags = await Promise.all(uris.map(isFolder));
  return uris.filter((_, index) => flags[index]);
}

async function isFolder(uri: Uri): Promise<boolean> {
  if (workspace.fs.isWritableFileSystem(uri.scheme) === undefined || /^https?$/.test(uri.scheme)) {
    return false;
  }
  try {
    return ((await workspace.fs.stat(uri)).type & FileType.Directory) !== 0;
  } catch {
    // Reading the file reports the error.
    return false;
  }
}

async function sourcesIn(folder: Uri, reader: Pick<InputReader, 'sourceOf'>): Promise<readonly UploadSource[]> {
  let names: string[];
  try {
    names = (await workspace.fs.readDirectory(folder)).filter(isFileWithData).map(([name]) => name);
  } catch (error) {
    return [unreadable(folder, error as Error)];
  }
  return names.length === 0
    ? [unreadable(folder, emptyError(folder))]
    : names.sort(comparePaths).map((name) => reader.sourceOf(Uri.joinPath(folder, name)));
}

/** Whether an entry of a folder is a data file. Includes broken symbolic links, so that the review lists them as skipped. */
function isFileWithData([name, type]: readonly [string, FileType]): boolean {
  return type !== FileType.Unknown && (type & FileType.Directory) === 0 && hasDataName(name);
}

/** A source that reports an error about a folder in the same way as an unreadable file. */
function unreadable(folder: Uri, error: Error): UploadSource {
  return { uri: folder.toString(), name: baseName(folder), read: () => Promise.reject(error) };
}

function emptyError(folder: Uri): UserError {
  return new UserError(
    l10n.t(
      '“{0}” contains no CSV or JSON files. Files in its subfolders are not included.',
      plainText(baseName(folder), 80),
    ),
  );
}
