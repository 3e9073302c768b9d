import { chunksUntilAborted } from '../base/chunksUntilAborted.ts';
import type { UploadFile } from '../model/upload.ts';
import { enclosed } from './enclosed.ts';
import type { RequestBody } from './requestBody.ts';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const QUOTE = Buffer.from('"', 'utf8');
// Small slices are the fastest to escape and don't block the event loop.
const SLICE_BYTES = 64 * 1024;

/**
 * Encodes UTF-8 text as a JSON string, including the quotes. Drops a leading byte order mark; invalid bytes become U+FFFD.
 * Characters may be split between chunks.
 */
export function escapedAsJsonString(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return enclosed(QUOTE, escapedText(chunks), QUOTE);
}

async function* escapedText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  // Otherwise the decoder drops a byte order mark that follows half a character.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const chunk of withoutByteOrderMark(chunks)) {
    for (let start = 0; start < chunk.byteLength; start += SLICE_BYTES) {
      yield escaped(decoder.decode(chunk.subarray(start, start + SLICE_BYTES), { stream: true }));
    }
  }
  yield escaped(decoder.decode());
}

function escaped(text: string): Uint8Array {
  return Buffer.from(JSON.stringify(text).slice(1, -1), 'utf8');
}

/** Drops a leading UTF-8 byte order mark, which JSON text must not have. */
export async function* withoutByteOrderMark(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of chunks) {
    if (!start) {
      yield chunk;
      continue;
    }
    start = start.byteLength === 0 ? chunk : Buffer.concat([start, chunk]);
    if (start.byteLength >= BYTE_ORDER_MARK.byteLength) {
      yield afterMark(start);
      start = undefined;
    }
  }
  if (start) {
    yield afterMark(start);
  }
}

/** The length of the leading byte order mark: 3 bytes, or 0. Reads only the first chunks. */
export async function byteOrderMarkLength(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let start: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    start = Buffer.concat([start, chunk.subarray(0, BYTE_ORDER_MARK.byteLength)]);
    if (start.byteLength >= BYTE_ORDER_MARK.byteLength) {
      break;
    }
  }
  return start.byteLength - afterMark(start).byteLength;
}

function afterMark(bytes: Uint8Array): Uint8Array {
  const length = BYTE_ORDER_MARK.byteLength;
  return BYTE_ORDER_MARK.equals(bytes.subarray(0, length)) ? bytes.subarray(length) : bytes;
}

/**
 * Creates the JSON body of an upload (contract, POST /dataloader/upload 1). The text of a JSON file becomes `data`
 * unchanged, so that numbers keep all digits; it must be valid JSON, which is not checked here. The text of a CSV file
 * becomes a JSON string. Computing the length reads the start of a JSON file and all of a CSV file.
 *
 * @param signal aborts that reading
 */
export async function jsonUploadBody(entityId: string, file: UploadFile, signal: AbortSignal): Promise<RequestBody> {
  const head = Buffer.from(`{"entityId":${JSON.stringify(entityId)},"data":`, 'utf8');
  const tail = Buffer.from('}', 'utf8');
  const dataBytes = await countDataBytes(file, signal);
  return {
    contentType: 'application/json',
    byteLength: head.byteLength + dataBytes + tail.byteLength,
    chunks: (sendSignal) => enclosed(head, dataOf(file, chunksUntilAborted(file.chunks(), sendSignal)), tail),
  };
}

async function countDataBytes(file: UploadFile, signal: AbortSignal): Promise<number> {
  const chunks = chunksUntilAborted(file.chunks(), signal);
  if (file.kind === 'json') {
    return file.byteLength - (await byteOrderMarkLength(chunks));
  }
  let bytes = 0;
  for await (const { byteLength } of dataOf(file, chunks)) {
    bytes += byteLength;
  }
  return bytes;
}

function dataOf(file: UploadFile, chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return file.kind === 'json' ? withoutByteOrderMark(chunks) : escapedAsJsonString(chunks);
}
