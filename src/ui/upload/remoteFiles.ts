import { FileType, l10n, workspace } from 'vscode';
import type { DataTransferFile, Uri } from 'vscode';
import { HEAD_BYTES } from '../../app/upload/kindOfData.ts';
import { MAX_REMOTE_BYTES } from '../../app/upload/uploadInput.ts';
import { plainText } from '../../base/displayText.ts';
import type { LinkTarget } from '../../data/file/linkTarget.ts';
import { memoryFile } from '../../data/file/memoryFile.ts';
import { FileChangedError } from '../../model/upload.ts';
import type { UploadFile, UploadKind } from '../../model/upload.ts';
import { baseName } from '../editor/openEditors.ts';
import { UserError } from '../errors/userError.ts';
import { storedLink } from './fileLink.ts';

/** A file that is not on a disk of this machine. */
export interface RemoteFile {
  readonly head: Uint8Array;
  readonly link: LinkTarget | undefined;
  /** Whether its content is kept in memory, so that it is not read again. */
  readonly isInMemory: boolean;
  /** Reads the content. Rejects with `FileChangedError` if its length has changed, and with errors of the file system. */
  read(): Promise<Uint8Array>;
  asUpload(kind: UploadKind): UploadFile;
}

/** Reads the remote files of one upload. Keeps up to 64 MB in memory; other files are read again when they are needed. */
export class RemoteFiles {
  #reservedBytes = 0;

  /** Rejects with `UserError`, and with errors of the file system. */
  async open(uri: Uri): Promise<RemoteFile> {
    const name = baseName(uri);
    const { type, size } = await workspace.fs.stat(uri);
    if ((type & FileType.Directory) !== 0) {
      throw new UserError(l10n.t('“{0}” is a folder. Select files instead.', plainText(name)));
    }
    if (size > MAX_REMOTE_BYTES) {
      throw new UserError(
        l10n.t(
          '“{0}” is larger than 64 MB and not on this machine. Copy it to a local disk, then upload it.',
          plainText(name),
        ),
      );
    }
    const bytes = await workspace.fs.readFile(uri);
    const isInMemory = this.#reserveMemory(bytes.byteLength);
    const read = isInMemory ? readerOf(bytes) : rereaderOf(uri, bytes.byteLength);
    return { ...remoteFile(name, bytes, read), link: storedLink(type), isInMemory };
  }

  /** Opens a dropped file of another program, which has no URI. VS Code provides its content only as a whole. Rejects with `UserError`. */
  async openDropped(file: DataTransferFile): Promise<RemoteFile> {
    const { name } = file;
    const bytes = await contentOf(file);
    if (!this.#reserveMemory(bytes.byteLength)) {
      throw new UserError(
        l10n.t(
          '“{0}” was not read: files that you drop from another program can be up to 64 MB in total. Copy it to a folder of this window, then upload it from there.',
          plainText(name, 80),
        ),
      );
    }
    return { ...remoteFile(name, bytes, readerOf(bytes)), link: undefined, isInMemory: true };
  }

  /** Reserves memory for the bytes if that is within the limit. Returns whether it is. */
  #reserveMemory(byteLength: number): boolean {
    const isWithin = this.#reservedBytes + byteLength <= MAX_REMOTE_BYTES;
    this.#reservedBytes += isWithin ? byteLength : 0;
    return isWithin;
  }
}

async function contentOf(file: DataTransferFile): Promise<Uint8Array> {
  try {
    return await file.data();
  } catch (cause) {
    throw new UserError(
      l10n.t(
        '“{0}” could not be read. If it is a folder, select its files and drop them instead.',
        plainText(file.name, 80),
      ),
      { cause },
    );
  }
}

// These functions are outside the class so that their closures keep nothing else in memory.

function readerOf(bytes: Uint8Array): RemoteFile['read'] {
  return () => Promise.resolve(bytes);
}

function rereaderOf(uri: Uri, byteLength: number): RemoteFile['read'] {
  return async () => {
    const bytes = await workspace.fs.readFile(uri);
    if (bytes.byteLength !== byteLength) {
      throw new FileChangedError();
    }
    return bytes;
  };
}

function remoteFile(
  name: string,
  bytes: Uint8Array,
  read: RemoteFile['read'],
): Pick<RemoteFile, 'head' | 'read' | 'asUpload'> {
  const { byteLength } = bytes;
  return {
    head: bytes.slice(0, HEAD_BYTES),
    read,
    asUpload: (kind) => ({
      name,
      kind,
      byteLength,
      async *chunks() {
        yield* memoryFile(name, kind, await read()).chunks();
      },
    }),
  };
}
