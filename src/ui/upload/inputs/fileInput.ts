import { open } from 'node:fs/promises';
import { FileType, l10n, workspace } from 'vscode';
import type { Uri } from 'vscode';
import { plainText } from '../../../base/displayText.ts';
import { binaryFormat } from '../../../data/binaryFormat.ts';
import type { CheckInWorker } from '../../../data/checkInWorker.ts';
import { convertFile } from '../../../data/conversions/convertFile.ts';
import { openDiskFile } from '../../../data/diskFile.ts';
import { resolveLinks } from '../../../data/linkTarget.ts';
import { memoryFile } from '../../../data/memoryFile.ts';
import { createDecoder, sniffEncoding } from '../../../data/textEncoding.ts';
import type { UploadFile, UploadKind } from '../../../model/upload.ts';
import { UserError } from '../../errors/userError.ts';
import { baseName } from '../../editor/baseName.ts';
import { folderOf } from '../../editor/folderOf.ts';
import { detectOrAskKind } from './detectOrAskKind.ts';
import type { UploadInput } from './uploadInput.ts';

const HEAD_BYTES = 32_768;
/** Files that are not on this machine's disks come in one piece. */
const MAX_BYTES_IN_MEMORY = 64 * 1024 * 1024;

/**
 * A file as it is stored: of any size where it is on disk, of up to 64 MB elsewhere. Undefined where the user doesn't say
 * what it is. Throws `UserError`, and what the file system says.
 *
 * @param languageId what its editor takes it for; empty where none shows it.
 */
export async function readFileInput(
  uri: Uri,
  checker: CheckInWorker,
  languageId = '',
): Promise<UploadInput | undefined> {
  return uri.scheme === 'file' ? readDiskFile(uri, checker, languageId) : readRemoteFile(uri, checker, languageId);
}

async function readDiskFile(uri: Uri, checker: CheckInWorker, languageId: string): Promise<UploadInput | undefined> {
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

async function readRemoteFile(uri: Uri, checker: CheckInWorker, languageId: string): Promise<UploadInput | undefined> {
  const name = baseName(uri);
  const { type, size } = await workspace.fs.stat(uri);
  if ((type & FileType.Directory) !== 0) {
    throw new UserError(l10n.t('“{0}” is a folder. Choose files.', plainText(name)));
  }
  if (size > MAX_BYTES_IN_MEMORY) {
    throw new UserError(
      l10n.t('“{0}” is larger than 64 MB and not on this machine. Copy it to a disk, then upload it.', plainText(name)),
    );
  }
  const bytes = await workspace.fs.readFile(uri);
  const kind = await kindOf(name, languageId, bytes.subarray(0, HEAD_BYTES));
  if (kind === undefined) {
    return undefined;
  }
  const input = storedInput(uri, memoryFile(name, kind, bytes), checker, (options) =>
    checker.checkBytes(bytes, kind, options),
  );
  const isLink = (type & FileType.SymbolicLink) !== 0;
  return isLink ? { ...input, link: { path: undefined, leavesFolder: true } } : input;
}

function storedInput(uri: Uri, file: UploadFile, { workers }: CheckInWorker, check: UploadInput['check']): UploadInput {
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
