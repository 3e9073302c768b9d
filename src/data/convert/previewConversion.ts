import type { Conversion, UploadFile } from '../../model/upload.ts';
import { createDecoder } from '../text/textEncoding.ts';
import { transformOf } from './conversion.ts';

/** A preview is made in the caller's thread, which must not stand still for it, whatever the file holds. */
const PREVIEW_BYTES = 65_536;

/** The first lines of a file as they are, read as UTF-8, and as they will be. */
export interface ConversionPreview {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Reads no more of the file than its beginning. Of a longer one that is converted to an array, the closing bracket is not part of it. */
export async function previewConversion(
  file: UploadFile,
  conversion: Conversion,
  lines = 10,
): Promise<ConversionPreview> {
  const start = await startOf(file);
  const transform = transformOf(conversion);
  const isWhole = start.length === file.byteLength;
  const converted = [transform.push(start), ...(isWhole || conversion.toArray !== true ? [transform.end()] : [])];
  return { before: firstLines(start, lines), after: firstLines(Buffer.concat(converted), lines) };
}

function firstLines(bytes: Uint8Array, lines: number): readonly string[] {
  return createDecoder('utf-8')
    .decode(bytes)
    .split(/\r\n|\n|\r/)
    .slice(0, lines);
}

async function startOf(file: UploadFile): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of file.chunks()) {
    const piece = Buffer.from(chunk.subarray(0, PREVIEW_BYTES - length));
    pieces.push(piece);
    length += piece.length;
    if (length === PREVIEW_BYTES) {
      break;
    }
  }
  return Buffer.concat(pieces);
}
