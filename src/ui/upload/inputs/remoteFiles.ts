import { FileType, l10n, workspace } from 'vscode';
import type { Uri } from 'vscode';
import { plainText } from '../../../base/displayText.ts';
import type { LinkTarget } from '../../../data/file/linkTarget.ts';
import { memoryFile } from '../../../data/file/memoryFile.ts';
import { UploadChangedError } from '../../../model/upload.ts';
import type { UploadFile, UploadKind } from '../../../model/upload.ts';
import { baseName } from '../../editor/openEditors.ts';
import { UserError } from '../../errors/userError.ts';
import { storedLink } from './storedLink.ts';

/** Such files come in one piece. As many bytes of all files together are kept in memory. */
const MAX_BYTES = 64 * 1024 * 1024;
const HEAD_BYTES = 32_768;

/** A file that is not on this machine's disks. */
export interface RemoteFile {
  readonly head: Uint8Array;
  readonly link: LinkTarget | undefined;
  /** Its content. Rejects with `UploadChangedError` where it has become longer or shorter, and with what the file system says. */
  read(): Promise<Uint8Array>;
  asUpload(kind: UploadKind): UploadFile;
}

/** Reads the remote files of one upload. Those beyond the first 64 MB are let go of, and read again when it is their turn. */
export class RemoteFiles {
  #heldBytes = 0;

  /** Throws `UserError`, and what the file system says. */
  async open(uri: Uri): Promise<RemoteFile> {
    const name = baseName(uri);
    const { type, size } = await workspace.fs.stat(uri);
    if ((type & FileType.Directory) !== 0) {
      throw new UserError(l10n.t('“{0}” is a folder. Choose files.', plainText(name)));
    }
    if (size > MAX_BYTES) {
      throw new UserError(
        l10n.t(
          '“{0}” is larger than 64 MB and not on this machine. Copy it to a disk, then upload it.',
          plainText(name),
        ),
      );
    }
    const bytes = await workspace.fs.readFile(uri);
    const { byteLength } = bytes;
    const read = this.#hold(byteLength) ? readerOf(bytes) : lateReaderOf(uri, byteLength);
    return {
      head: bytes.slice(0, HEAD_BYTES),
      link: storedLink(type),
      read,
      asUpload: (kind) => fileOf({ name, kind, byteLength }, read),
    };
  }

  /** Whether so many bytes may be kept. */
  #hold(byteLength: number): boolean {
    const isWithin = this.#heldBytes + byteLength <= MAX_BYTES;
    this.#heldBytes += isWithin ? byteLength : 0;
    return isWithin;
  }
}

// Functions of their own: each of them keeps nothing but what it is given.

function readerOf(bytes: Uint8Array): () => Promise<Uint8Array> {
  return () => Promise.resolve(bytes);
}

function lateReaderOf(uri: Uri, byteLength: number): () => Promise<Uint8Array> {
  return async () => {
    const bytes = await workspace.fs.readFile(uri);
    if (bytes.byteLength !== byteLength) {
      throw new UploadChangedError();
    }
    return bytes;
  };
}

function fileOf(facts: Omit<UploadFile, 'chunks'>, read: () => Promise<Uint8Array>): UploadFile {
  return {
    ...facts,
    async *chunks() {
      yield* memoryFile(facts.name, facts.kind, await read()).chunks();
    },
  };
}
