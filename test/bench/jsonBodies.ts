import { readFile } from 'node:fs/promises';
import { jsonUploadBody } from '../../src/api/jsonUploadBody.ts';
import { openDiskFile } from '../../src/data/file/diskFile.ts';

const ENTITY_ID = 'entity';

/** Creates the body as an upload does, from the file to the last chunk. Returns its length in bytes. */
export async function spliceBody(path: string): Promise<number> {
  const { signal } = new AbortController();
  const body = await jsonUploadBody(ENTITY_ID, await openDiskFile(path, 'rows.json', 'json'), signal);
  let bytes = 0;
  for await (const { byteLength } of body.chunks(signal)) {
    bytes += byteLength;
  }
  return bytes;
}

/** Creates the body in the usual way, from the parsed values. Returns its length in bytes. */
export async function stringifyBody(path: string): Promise<number> {
  const data: unknown = JSON.parse(await readFile(path, 'utf8'));
  return Buffer.byteLength(JSON.stringify({ entityId: ENTITY_ID, data }));
}
