import type { UploadFile } from '../../model/upload.ts';
import { convertChunks } from './convertChunks.ts';
import type { Conversion } from './conversion.ts';

/**
 * A file as it is after the conversion. Its length is counted by converting it once beforehand, because it has to be known
 * before the first byte is sent. Rejects with the signal's reason once it is aborted.
 */
export async function convertFile(file: UploadFile, conversion: Conversion, signal?: AbortSignal): Promise<UploadFile> {
  const chunks = () => convertChunks(file.chunks(), conversion);
  let byteLength = 0;
  for await (const chunk of chunks()) {
    signal?.throwIfAborted();
    byteLength += chunk.length;
  }
  const isCsvNow = file.kind === 'tsv' && conversion.fromDelimiter !== undefined;
  return { name: file.name, kind: isCsvNow ? 'csv' : file.kind, byteLength, chunks };
}
