import type { UploadFile } from '../model/upload.ts';
import { byteOrderMarkLength, escapedAsJsonString, withoutByteOrderMark } from './jsonText.ts';
import type { RequestBody } from './requestBody.ts';
import { chunksUntilAborted } from './untilAborted.ts';

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
