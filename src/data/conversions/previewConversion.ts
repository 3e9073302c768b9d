import type { Conversion, UploadFile } from '../../model/upload.ts';
import { createDecoder } from '../textEncoding.ts';
import { convertChunks } from './convertChunks.ts';

const PREVIEW_BYTES = 65_536;
/** A preview is made in the caller's thread, which must not stand still for it. */
const PIECE_BYTES = 8_192;

/** The first lines of a file as they are, read as UTF-8 like everybody else would, and as they will be. */
export interface ConversionPreview {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Reads no more of the file than its beginning. Of a conversion to an array, the closing bracket is not part of it. */
export async function previewConversion(
  file: UploadFile,
  conversion: Conversion,
  lines = 10,
): Promise<ConversionPreview> {
  const before = await firstLines(piecesOf(file), lines);
  const after = await firstLines(convertChunks(piecesOf(file), conversion), lines);
  return { before, after };
}

async function firstLines(chunks: AsyncIterable<Uint8Array>, lines: number): Promise<readonly string[]> {
  const decoder = createDecoder('utf-8');
  let text = '';
  for await (const chunk of chunks) {
    text += decoder.decode(chunk);
    if (text.length >= PREVIEW_BYTES || text.split(/\r\n|\n|\r/).length > lines) {
      break;
    }
  }
  return text.split(/\r\n|\n|\r/).slice(0, lines);
}

async function* piecesOf(file: UploadFile): AsyncGenerator<Uint8Array> {
  for await (const chunk of file.chunks()) {
    for (let start = 0; start < chunk.length; start += PIECE_BYTES) {
      yield chunk.subarray(start, start + PIECE_BYTES);
    }
  }
}
