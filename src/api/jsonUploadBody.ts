import type { UploadFile } from '../model/upload.ts';
import { chunksUntilAborted } from './deadline.ts';
import type { RequestBody } from './requestBody.ts';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const QUOTE = Buffer.from('"', 'utf8');
// Escaping makes text of bytes: small pieces keep the pauses short and are the fastest.
const ESCAPED_AT_ONCE_BYTES = 64 * 1024;

/**
 * UTF-8 text as a JSON string, quotes included. A leading byte order mark belongs to the file and not to the text; bytes
 * that are no UTF-8 become U+FFFD. Characters may be cut by chunk borders.
 */
export async function* escapedAsJsonString(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  // Left to itself it also drops a mark that follows a first chunk of half a character.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  yield QUOTE;
  for await (const chunk of withoutByteOrderMark(chunks)) {
    for (let start = 0; start < chunk.byteLength; start += ESCAPED_AT_ONCE_BYTES) {
      yield escaped(decoder.decode(chunk.subarray(start, start + ESCAPED_AT_ONCE_BYTES), { stream: true }));
    }
  }
  yield escaped(decoder.decode());
  yield QUOTE;
}

function escaped(text: string): Uint8Array {
  return Buffer.from(JSON.stringify(text).slice(1, -1), 'utf8');
}

/** The same bytes without a leading UTF-8 byte order mark, which no JSON text may begin with. */
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

/** How long the byte order mark is that the bytes begin with: 3, or 0 without one. Reads no more than it needs. */
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
 * The JSON form of an upload (contract, POST /dataloader/upload 1). The text of a JSON file becomes `data` as it is, so
 * that a number with 20 digits arrives with 20 digits; it must be one JSON value, which is not checked here. The text of
 * a CSV file becomes a string. To know the length, reads the start of a JSON file, and all of a CSV file; `signal` ends
 * that reading.
 */
export async function jsonUploadBody(entityId: string, file: UploadFile, signal: AbortSignal): Promise<RequestBody> {
  const head = Buffer.from(`{"entityId":${JSON.stringify(entityId)},"data":`, 'utf8');
  const tail = Buffer.from('}', 'utf8');
  const dataBytes = await countDataBytes(file, signal);
  return {
    contentType: 'application/json',
    byteLength: head.byteLength + dataBytes + tail.byteLength,
    async *chunks(sendSignal) {
      yield head;
      yield* dataOf(file, chunksUntilAborted(file.chunks(), sendSignal));
      yield tail;
    },
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
