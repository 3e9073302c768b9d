import type { UploadFile, UploadKind } from '../../model/upload.ts';
import { textSlices } from '../text/textSlices.ts';

const CHUNK_UNITS = 262_144;

/** A text as the UTF-8 bytes of an upload, encoded piece by piece while they are sent. */
export function textFile(name: string, kind: UploadKind, text: string): UploadFile {
  return {
    name,
    kind,
    byteLength: Buffer.byteLength(text),
    // eslint-disable-next-line @typescript-eslint/require-await -- a file's chunks are read asynchronously, a text's are at hand
    async *chunks() {
      for (const slice of textSlices(text, CHUNK_UNITS)) {
        yield Buffer.from(slice);
      }
    },
  };
}
