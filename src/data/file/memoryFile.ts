import type { UploadFile, UploadKind } from '../../model/upload.ts';

const CHUNK_BYTES = 1_048_576;

/** Bytes in memory as an upload, in one or more pieces. */
export function memoryFile(name: string, kind: UploadKind, ...pieces: readonly Uint8Array[]): UploadFile {
  return {
    name,
    kind,
    byteLength: pieces.reduce((sum, { byteLength }) => sum + byteLength, 0),
    // eslint-disable-next-line @typescript-eslint/require-await -- chunks are read asynchronously; these are in memory
    async *chunks() {
      for (const bytes of pieces) {
        for (let start = 0; start < bytes.byteLength; start += CHUNK_BYTES) {
          yield bytes.subarray(start, start + CHUNK_BYTES);
        }
      }
    },
  };
}
