import { join } from 'node:path';
import { Disposable, EventEmitter, FileSystemError, FileType, Uri, workspace } from 'vscode';
import type { FileChangeEvent, FileStat, FileSystemProvider } from 'vscode';
import type { UploadCopy } from '../../app/upload/uploadCopies.ts';

/** The folder of the copies of uploads, in the storage folder of the extension. */
export function copiesFolder(storagePath: string): string {
  return join(storagePath, 'copies');
}

/** The scheme of the URIs of copies. Their path consists of the path of the copy and the name of the file. */
export const COPY_SCHEME = 'data-connections-copy';

export function uriOfCopy({ path }: UploadCopy, fileName: string): Uri {
  return Uri.from({ scheme: COPY_SCHEME, path: `/${path}/${fileName}` });
}

/** Registers a read-only file system with which VS Code opens the copies of uploads. */
export function registerUploadCopyFileSystem(storagePath: string): Disposable {
  return workspace.registerFileSystemProvider(COPY_SCHEME, new UploadCopyFileSystem(copiesFolder(storagePath)), {
    isCaseSensitive: true,
    isReadonly: true,
  });
}

class UploadCopyFileSystem implements FileSystemProvider {
  readonly #folder: string;
  readonly onDidChangeFile = new EventEmitter<FileChangeEvent[]>().event;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async stat(uri: Uri): Promise<FileStat> {
    const { byteLength } = await copyOf(uri);
    return { type: FileType.File, ctime: 0, mtime: 0, size: byteLength };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    const copy = await copyOf(uri);
    const { readCopy } = await import('../../app/upload/uploadCopies.ts');
    try {
      return await readCopy(this.#folder, copy);
    } catch {
      void import('./closeComparisons.ts').then(({ closeComparisons }) => closeComparisons(uri));
      throw FileSystemError.FileNotFound(uri);
    }
  }

  watch(): Disposable {
    // A copy never changes.
    return new Disposable(() => undefined);
  }

  readDirectory(uri: Uri): never {
    throw FileSystemError.FileNotADirectory(uri);
  }

  createDirectory(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  delete(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  rename(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }
}

async function copyOf(uri: Uri): Promise<UploadCopy> {
  const { copyAt } = await import('../../app/upload/uploadCopies.ts');
  const copy = copyAt(uri.path.split('/').slice(1, 3).join('/'));
  if (copy === undefined) {
    throw FileSystemError.FileNotFound(uri);
  }
  return copy;
}
