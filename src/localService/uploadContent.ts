import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { RefusedRequest } from './responses.ts';
import type { ParseResult, RowWriter } from './rowStore.ts';
import type { Spooled, Upload, Uploads } from './uploads.ts';

/** Larger JSON bodies are validated against the contract without their data. */
const CHECKED_BODY_BYTES = 16 * 1024 * 1024;

/** The parsed request of an upload, before it is accepted or rejected. */
export interface UploadContent extends Pick<Upload, 'syncId' | 'format' | 'kind' | 'fileName'> {
  readonly entityId: string | undefined;
  readonly spooled: Spooled;
  readonly writer: RowWriter;
  /** Parses and stores the rows, if that isn't done yet. */
  readonly readRows: (writer: RowWriter) => Promise<ParseResult>;
}

/** Parses a multipart body (contract, POST /dataloader/upload 2). */
export async function receiveMultipart(request: FastifyRequest, uploads: Uploads): Promise<UploadContent> {
  let entityId: string | undefined;
  let file: { readonly spooled: Spooled; readonly fileName: string; readonly mimeType: string } | undefined;
  const parts: Record<string, unknown> = {};
  request.requestContext.body = parts;
  for await (const part of request.parts()) {
    // The contract doesn't define the contents of a file.
    parts[part.fieldname] = part.type === 'file' ? '' : part.value;
    if (part.type === 'file' && part.fieldname === 'file' && !file) {
      file = { spooled: await uploads.spool(part.file), fileName: part.filename, mimeType: part.mimetype };
    } else if (part.type === 'file') {
      part.file.resume();
    } else if (part.fieldname === 'entityId' && typeof part.value === 'string') {
      entityId = part.value;
    }
  }
  if (!file) {
    const errors = { file: ['A part "file" with a file name is required.'] };
    throw new RefusedRequest('validation-error', 'The request has no file.', errors);
  }
  const { fileName, mimeType, spooled } = file;
  const kind = await guessKind(fileName, mimeType, () => uploads.head(spooled));
  const syncId = newSyncId();
  return {
    syncId,
    entityId,
    spooled,
    format: 'multipart',
    kind,
    fileName,
    writer: uploads.rows.write(syncId),
    readRows: (writer) => uploads.readFile(spooled, kind, writer),
  };
}

/** Parses a JSON body (contract, POST /dataloader/upload 1). Stores its rows at the same time. */
export async function receiveJson(request: FastifyRequest, uploads: Uploads): Promise<UploadContent> {
  const spooled = await uploads.spool(request.body instanceof Readable ? request.body : Readable.from([]));
  const isSmall = spooled.byteLength <= CHECKED_BODY_BYTES;
  request.requestContext.body = isSmall ? Buffer.from(await uploads.bytes(spooled)).toString() : undefined;
  const syncId = newSyncId();
  const writer = uploads.rows.write(syncId);
  try {
    const { data, entityId } = await uploads.readBody(spooled, writer);
    if (!isSmall) {
      request.requestContext.body = JSON.stringify({ entityId, data: typeof data === 'string' ? '' : [] });
    }
    const content = { syncId, entityId, spooled, writer, format: 'json', fileName: undefined } as const;
    if (typeof data === 'string') {
      return { ...content, kind: 'csv', readRows: (rows) => uploads.readCsvText(data, rows) };
    }
    if (data?.problem === undefined && data !== undefined) {
      return { ...content, kind: 'json', readRows: () => Promise.resolve(data) };
    }
    const errors = { data: [data?.problem ?? 'An array of flat objects, or CSV text, is required.'] };
    throw new RefusedRequest('validation-error', 'The data cannot be taken.', errors);
  } catch (error) {
    uploads.rows.remove(syncId);
    await uploads.discard(spooled);
    throw error instanceof SyntaxError
      ? new RefusedRequest('bad-request', `The body is not the JSON that was expected. ${error.message}`)
      : error;
  }
}

/** Determines the format by the extension of the file name, then the content type, then the first character. */
export async function guessKind(
  fileName: string,
  mimeType: string,
  readHead: () => Promise<Uint8Array>,
): Promise<'csv' | 'json'> {
  const extension = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  if (['csv', 'json', 'tab', 'tsv', 'txt'].includes(extension)) {
    return extension === 'json' ? 'json' : 'csv';
  }
  const start = Buffer.from(await readHead())
    .toString()
    .replace(/^\uFEFF/, '')
    .trimStart();
  return mimeType === 'application/json' || /^[[{]/.test(start) ? 'json' : 'csv';
}

function newSyncId(): string {
  return randomBytes(16).toString('hex');
}
