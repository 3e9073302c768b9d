import { openDiskFile } from '../../data/file/diskFile.ts';
import { isGzippedData, nameInside } from '../../data/file/dataName.ts';
import { gunzipStart } from '../../data/gzip/gunzip.ts';
import { resolveLinks } from '../../data/file/linkTarget.ts';
import type { DataWorkers } from '../../data/worker/dataWorkers.ts';
import { checkGzip, fingerprintGzip } from '../../data/worker/gzippedData.ts';
import { HEAD_BYTES, headOf, kindOfBytes } from './kindOfData.ts';
import type { UploadInput } from './uploadInput.ts';
import type { UploadPrompts } from './uploadPrompts.ts';

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
  };
}
