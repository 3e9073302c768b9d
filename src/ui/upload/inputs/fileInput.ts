import { open } from 'node:fs/promises';
import type { Uri } from 'vscode';
import { binaryFormat } from '../../../data/check/fileFormat.ts';
import type { DataWorkers } from '../../../data/worker/dataWorkers.ts';
import { convertFile } from '../../../data/worker/convertFile.ts';
import { openDiskFile } from '../../../data/file/diskFile.ts';
import { resolveLinks } from '../../../data/file/linkTarget.ts';
import { createDecoder, sniffEncoding } from '../../../data/text/textEncoding.ts';
import type { UploadFile, UploadKind } from '../../../model/upload.ts';
import { baseName, folderOf } from '../../editor/openEditors.ts';
import { detectOrAskKind } from './detectOrAskKind.ts';
import type { RemoteFiles } from './remoteFiles.ts';
import type { UploadInput } from './uploadInput.ts';

const HEAD_BYTES = 32_768;

interface FileInputOptions {
  readonly checker: DataWorkers;
  readonly remoteFiles: RemoteFiles;
  /** What its editor takes the file for; empty where none shows it. */
  readonly languageId: string;
}

/**
 * A file as it is stored: of any size where it is on disk, of up to 64 MB elsewhere. Undefined where the user doesn't say
 * what it is. Throws `UserError`, and what the file system says.
 */
export async function readFileInput(uri: Uri, options: FileInputOptions): Promise<UploadInput | undefined> {
  return uri.scheme === 'file' ? readDiskFile(uri, options) : readRemoteFile(uri, options);
}

async function readDiskFile(uri: Uri, { checker, languageId }: FileInputOptions): Promise<UploadInput | undefined> {
  const name = baseName(uri);
  // Only the real path from here on: what is sent is what the review names, though a link may be changed meanwhile.
  const { realPath, target } = await resolveLinks(uri.fsPath, folderOf(uri));
  // Before any of it is read: whatever changes from here on is noticed.
  const opened = await openDiskFile(realPath, name, 'csv');
  const kind = await kindOf(name, languageId, await headOf(realPath));
  if (kind === undefined) {
    return undefined;
  }
  const input = storedInput(uri, { ...opened, kind }, checker, (options) => checker.checkFile(realPath, kind, options));
  return { ...input, link: target };
}

async function readRemoteFile(
  uri: Uri,
  { checker, remoteFiles, languageId }: FileInputOptions,
): Promise<UploadInput | undefined> {
  const file = await remoteFiles.open(uri);
  const kind = await kindOf(baseName(uri), languageId, file.head);
  if (kind === undefined) {
    return undefined;
  }
  const input = storedInput(uri, file.asUpload(kind), checker, async (options) =>
    checker.checkBytes(await file.read(), kind, options),
  );
  return { ...input, link: file.link };
}

function storedInput(uri: Uri, file: UploadFile, workers: DataWorkers, check: UploadInput['check']): UploadInput {
  return {
    uri,
    file,
    hasUnsavedChanges: false,
    check,
    convert: (checked, conversion, signal) => convertFile(checked, conversion, workers, signal),
  };
}

async function kindOf(name: string, languageId: string, head: Uint8Array): Promise<UploadKind | undefined> {
  if (binaryFormat(head) !== undefined) {
    // The check says so; nobody has to say what else it is.
    return 'csv';
  }
  const text = createDecoder(sniffEncoding(head).encoding).decode(head);
  return detectOrAskKind(name, { languageId, fileName: name, text });
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
