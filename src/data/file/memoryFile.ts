import type { UploadFile, UploadKind } from '../../model/upload.ts';

const CHUNK_BYTES = 1_048_576;

/** Bytes at hand as an upload. */
export function memoryFile(name: string, kind: UploadKind, bytes: Uint8Array): UploadFile {
  return {
    name,
    kind,
    byteLength: bytes.byteLength,
    // eslint-disable-next-line @typescript-eslint/require-await -- a file's chunks are read asynchronously, these are at hand
    async *chunks() {
      for (let start = 0; start < bytes.byteLength; start += CHUNK_BYTES) {
        yield bytes.subarray(start, start + CHUNK_BYTES);
      }
    },
  };
}
