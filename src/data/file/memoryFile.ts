import type { UploadFile, UploadKind } from '../../model/upload.ts';
import { textSlices } from '../text/textSlices.ts';

const CHUNK_BYTES = 1_048_576;
const CHUNK_UNITS = 262_144;

/** Bytes in memory as an upload. */
export function memoryFile(name: string, kind: UploadKind, bytes: Uint8Array): UploadFile {
  return {
    name,
    kind,
    byteLength: bytes.byteLength,
    // eslint-disable-next-line @typescript-eslint/require-await -- chunks are read asynchronously; these are in memory
    async *chunks() {
      for (let start = 0; start < bytes.byteLength; start += CHUNK_BYTES) {
        yield bytes.subarray(start, start + CHUNK_BYTES);
      }
    },
  };
}

/** A text in memory as an upload, encoded to UTF-8 chunk by chunk while it is sent. */
export function textFile(name: string, kind: UploadKind, text: string): UploadFile {
  return {
    name,
    kind,
    byteLength: Buffer.byteLength(text),
    // eslint-disable-next-line @typescript-eslint/require-await -- chunks are read asynchronously; the text is in memory
    async *chunks() {
      for (const slice of textSlices(text, CHUNK_UNITS)) {
        yield Buffer.from(slice);
      }
    },
  };
}
