import { FileType, l10n, Uri, workspace } from 'vscode';
import { MAX_FILES } from '../../app/upload/findFiles.ts';
import type { UploadSource } from '../../app/upload/uploadInput.ts';
import { plainText } from '../../base/displayText.ts';
import { hasDataName } from '../../data/file/dataName.ts';
import { baseName } from '../editor/openEditors.ts';
import { UserError } from '../errors/userError.ts';
import type { InputReader } from './inputReader.ts';

interface FolderSources {
  /** Each file once. */
  readonly sources: readonly UploadSource[];
  /** Whether a folder is among what was chosen. */
  readonly hasFolder: boolean;
}

/**
 * What to upload of these files and folders. A folder stands for the files with data that are directly in it, by name: what is in
 * its subfolders is easily overlooked.
 */
export async function sourcesOf(uris: readonly Uri[], reader: Pick<InputReader, 'sourceOf'>): Promise<FolderSources> {
  // More are refused, whatever they are.
  const folders = new Set(uris.length > MAX_FILES ? [] : await foldersOf(uris));
  const lists = await Promise.all(
    uris.map(async (uri) => (folders.has(uri) ? sourcesIn(uri, reader) : [reader.sourceOf(uri)])),
  );
  const sources = [...new Map(lists.flat().map((source) => [source.source, source])).values()];
  return { sources, hasFolder: folders.size > 0 };
}

async function foldersOf(uris: readonly Uri[]): Promise<readonly Uri[]> {
  const are = await Promise.all(uris.map(isFolder));
  return uris.filter((_, index) => are[index]);
}

async function isFolder(uri: Uri): Promise<boolean> {
  if (workspace.fs.isWritableFileSystem(uri.scheme) === undefined || /^https?$/.test(uri.scheme)) {
    return false;
  }
  try {
    return ((await workspace.fs.stat(uri)).type & FileType.Directory) !== 0;
  } catch {
    // The reader reports it.
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
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  return names.length === 0
    ? [unreadable(folder, emptyError(folder))]
    : names.sort(compare).map((name) => reader.sourceOf(Uri.joinPath(folder, name)));
}

/** Also a link whose target is missing, so that the review says that it is skipped. */
function isFileWithData([name, type]: readonly [string, FileType]): boolean {
  return type !== FileType.Unknown && (type & FileType.Directory) === 0 && hasDataName(name);
}

/** Says what is wrong, as a file does that can't be read. */
function unreadable(folder: Uri, error: Error): UploadSource {
  return { source: folder.toString(), name: baseName(folder), read: () => Promise.reject(error) };
}

function emptyError(folder: Uri): UserError {
  return new UserError(
    l10n.t(
      '“{0}” contains no CSV or JSON files. Files in its subfolders are not included.',
      plainText(baseName(folder), 80),
    ),
  );
}
