import type { Conversion, UploadFile } from '../../model/upload.ts';
import { convertChunks, kindAfter } from '../convert/conversion.ts';
import { isNoOp } from '../convert/conversionEffects.ts';
import { gunzip } from '../gzip/gunzip.ts';
import type { DataWorkers } from './dataWorkers.ts';

/** Up to this size, a conversion blocks the calling thread for an unnoticeable time. */
const MAX_BYTES_IN_THIS_THREAD = 131_072;

/**
 * A file as it is after the conversion. Converts it once beforehand, because an upload has to know its length before the first
 * byte is sent; large files in a worker. Rejects with the signal's reason once it is aborted.
 */
export async function convertFile(
  file: UploadFile,
  conversion: Conversion,
  workers: DataWorkers,
  signal?: AbortSignal,
): Promise<UploadFile> {
  const { fromGzip = false, ...changes } = conversion;
  const read = () => (fromGzip ? gunzip(file.chunks()) : file.chunks());
  const isLong = fromGzip || file.byteLength > MAX_BYTES_IN_THIS_THREAD;
  const convert = () => (isLong ? workers.convert(read(), changes) : convertChunks(read(), changes));
  const chunks = isNoOp(changes) ? read : convert;
  let byteLength = 0;
  signal?.throwIfAborted();
  for await (const chunk of chunks()) {
    signal?.throwIfAborted();
    byteLength += chunk.length;
  }
  return { name: file.name, kind: kindAfter(file.kind, conversion), byteLength, chunks };
}
