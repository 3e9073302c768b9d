import { open } from 'node:fs/promises';
import { binaryFormat, markupFormat } from '../../data/check/fileFormat.ts';
import { detectKind } from '../../data/file/detectKind.ts';
import type { KindClues } from '../../data/file/detectKind.ts';
import { openDiskFile } from '../../data/file/diskFile.ts';
import { isGzippedData, nameInside } from '../../data/file/dataName.ts';
import { gunzipStart } from '../../data/gzip/gunzip.ts';
import { resolveLinks } from '../../data/file/linkTarget.ts';
import { createDecoder, sniffEncoding } from '../../data/text/textEncoding.ts';
import { convertFile } from '../../data/worker/convertFile.ts';
import type { DataWorkers } from '../../data/worker/dataWorkers.ts';
import { checkGzip, fingerprintGzip } from '../../data/worker/gzippedData.ts';
import type { UploadKind } from '../../model/upload.ts';
import type { UploadInput } from './uploadInput.ts';
import type { UploadPrompts } from './uploadPrompts.ts';

/** How many bytes at the start of a file show its type. */
export const HEAD_BYTES = 32_768;

interface DiskFile {
  readonly path: string;
  readonly uri: string;
  readonly name: string;
  /** The path of the workspace folder that it is in, if any. */
  readonly folder: string | undefined;
  /** The language of its editor; empty if it is not open. */
  readonly languageId: string;
}

interface DiskInputOptions {
  readonly workers: DataWorkers;
  readonly chooseKind: UploadPrompts['chooseKind'];
}

/** A file on disk, of any size. Undefined if the user was asked for its type and cancelled. Rejects with what the file system reports. */
export async function readDiskInput(
  { path, uri, name, folder, languageId }: DiskFile,
  { workers, chooseKind }: DiskInputOptions,
): Promise<UploadInput | undefined> {
  // Only the real path from here on: what is sent is what the review names, even if a link is changed meanwhile.
  const { realPath, target } = await resolveLinks(path, folder);
  // Opened before any of it is read, so that every later change is detected.
  const opened = await openDiskFile(realPath, name, 'csv');
  const head = await headOf(realPath);
  if (isGzippedData(name, head)) {
    return readGzippedInput({ uri, file: opened, link: target }, { workers, chooseKind });
  }
  const kind = await kindOfBytes({ name, languageId, head }, chooseKind);
  return (
    kind && {
      uri,
      file: { ...opened, kind },
      link: target,
      hasUnsavedChanges: false,
      hasEditor: true,
      check: (options) => workers.checkFile(realPath, kind, options),
      fingerprint: (request, options) => workers.fingerprintFile(realPath, { ...request, kind }, options),
      convert: (checked, conversion, signal) => convertFile(checked, conversion, workers, signal),
    }
  );
}

/** Compressed CSV or JSON, wherever it is stored. The data in it is checked, and it is decompressed while it is sent. */
export async function readGzippedInput(
  { uri, file: { name, ...stored }, link }: Pick<UploadInput, 'uri' | 'file' | 'link'>,
  { workers, chooseKind }: DiskInputOptions,
): Promise<UploadInput | undefined> {
  const head = await gunzipStart(stored.chunks(), HEAD_BYTES);
  const kind = await kindOfBytes({ name: nameInside(name), languageId: '', head }, chooseKind);
  if (kind === undefined) {
    return undefined;
  }
  const file = { ...stored, name, kind };
  return {
    uri,
    file,
    link,
    hasUnsavedChanges: false,
    hasEditor: false,
    check: (options) => checkGzip(file, workers, options),
    fingerprint: (request, options) => fingerprintGzip(file, workers, { ...request, kind }, options),
    convert: (checked, conversion, signal) => convertFile(checked, conversion, workers, signal),
  };
}

/** The type of a text; if its name and content leave it open, the user chooses. Undefined if they cancel. */
export async function kindOfText(
  name: string,
  clues: KindClues,
  chooseKind: UploadPrompts['chooseKind'],
): Promise<UploadKind | undefined> {
  const { text } = clues;
  // For an empty text or a web page, the check reports what is wrong, whatever the type.
  const isData = () => /\S/.test(text) && markupFormat(text) === undefined;
  return detectKind(clues) ?? (isData() ? chooseKind(name) : 'csv');
}

/** The same for the first bytes of a file. */
export async function kindOfBytes(
  { name, languageId, head }: { readonly name: string; readonly languageId: string; readonly head: Uint8Array },
  chooseKind: UploadPrompts['chooseKind'],
): Promise<UploadKind | undefined> {
  if (binaryFormat(head) !== undefined) {
    // The check reports it.
    return 'csv';
  }
  const text = createDecoder(sniffEncoding(head).encoding).decode(head);
  return kindOfText(name, { languageId, fileName: name, text }, chooseKind);
}

/** The first bytes of a file on disk. Rejects with what the file system reports. */
export async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
