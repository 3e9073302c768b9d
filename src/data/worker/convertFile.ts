import type { Conversion, UploadFile } from '../../model/upload.ts';
import type { WorkerPool } from './workerPool.ts';
import { convertChunks } from '../convert/conversion.ts';
import { convertInWorker } from './convertInWorker.ts';

/** So much may be converted in the caller's thread without being felt there. */
const MOST_BYTES_HERE = 131_072;

/**
 * A file as it is after the conversion. Its length is counted by converting it once beforehand, because it has to be known
 * before the first byte is sent. Both times a worker does it, but for small files. Rejects with the signal's reason once it is
 * aborted.
 */
export async function convertFile(
  file: UploadFile,
  conversion: Conversion,
  workers: WorkerPool,
  signal?: AbortSignal,
): Promise<UploadFile> {
  const chunks = () =>
    file.byteLength > MOST_BYTES_HERE
      ? convertInWorker(workers, file.chunks(), conversion)
      : convertChunks(file.chunks(), conversion);
  let byteLength = 0;
  signal?.throwIfAborted();
  for await (const chunk of chunks()) {
    signal?.throwIfAborted();
    byteLength += chunk.length;
  }
  const isCsvNow = file.kind === 'tsv' && conversion.fromDelimiter !== undefined;
  return { name: file.name, kind: isCsvNow ? 'csv' : file.kind, byteLength, chunks };
}
