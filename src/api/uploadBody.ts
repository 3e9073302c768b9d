import { randomBytes } from 'node:crypto';
import type { UploadFile, UploadFormat, UploadKind } from '../model/upload.ts';
import { chunksUntilAborted } from './deadline.ts';
import { jsonUploadBody } from './jsonUploadBody.ts';
import type { RequestBody } from './requestBody.ts';

/** What is uploaded where. */
export interface UploadRequest {
  readonly entityId: string;
  readonly format: UploadFormat;
  readonly file: UploadFile;
}

/** The body of an upload in the form that was chosen. Aborting the signal ends the reading that it takes to know the length. */
export async function uploadBody({ entityId, format, file }: UploadRequest, signal: AbortSignal): Promise<RequestBody> {
  return format === 'multipart' ? multipartBody(entityId, file) : jsonUploadBody(entityId, file, signal);
}

const CONTENT_TYPES: Readonly<Record<UploadKind, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
};

/** The multipart form of an upload (contract, POST /dataloader/upload 2). The file's bytes go out as they are. */
function multipartBody(entityId: string, file: UploadFile): RequestBody {
  // 144 random bits: no file holds them by chance, and none can be made to.
  const boundary = `DataConnections-${randomBytes(18).toString('base64url')}`;
  const fileName = escapeFileName(file.name === '' ? `upload.${file.kind}` : file.name);
  // The fields first: a server that reads as it goes knows the target before the data comes.
  const head = Buffer.from(
    [
      `--${boundary}`,
      'Content-Disposition: form-data; name="entityId"',
      '',
      entityId,
      `--${boundary}`,
      `Content-Disposition: form-data; name="file"; filename="${fileName}"`,
      `Content-Type: ${CONTENT_TYPES[file.kind]}`,
      '',
      '',
    ].join('\r\n'),
    'utf8',
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`, 'utf8');
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    byteLength: head.byteLength + file.byteLength + tail.byteLength,
    async *chunks(signal) {
      yield head;
      yield* chunksUntilAborted(file.chunks(), signal);
      yield tail;
    },
  };
}

/** As browsers write it (WHATWG HTML, multipart/form-data encoding algorithm). */
function escapeFileName(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
}
