import { randomBytes } from 'node:crypto';
import { chunksUntilAborted } from '../base/chunksUntilAborted.ts';
import { CONTENT_TYPES } from '../model/upload.ts';
import type { UploadFile, UploadFormat } from '../model/upload.ts';
import { enclosed } from './enclosed.ts';
import { jsonUploadBody } from './jsonUploadBody.ts';
import type { RequestBody } from './requestBody.ts';

/** An upload: the file, its target, and the format of the request. */
export interface FileUpload {
  readonly entityId: string;
  readonly format: UploadFormat;
  readonly file: UploadFile;
}

/** Creates the body of an upload. Aborting the signal ends the reading that computes its length. */
export async function uploadBody({ entityId, format, file }: FileUpload, signal: AbortSignal): Promise<RequestBody> {
  return format === 'multipart' ? multipartBody(entityId, file) : jsonUploadBody(entityId, file, signal);
}

/** Creates the multipart body of an upload (contract, POST /dataloader/upload 2), with the unchanged bytes of the file. */
function multipartBody(entityId: string, file: UploadFile): RequestBody {
  // 144 random bits, which no file contains by chance or on purpose.
  const boundary = `DataConnections-${randomBytes(18).toString('base64url')}`;
  const fileName = escapeFileName(file.name === '' ? `upload.${file.kind}` : file.name);
  // The entityId is first, so that a streaming server knows the target before the data.
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
    mark: boundary,
    chunks(signal, flushedBytes) {
      const chunks = file.chunks(flushedBytes && (() => flushedBytes() - head.byteLength));
      return enclosed(head, chunksUntilAborted(chunks, signal), tail);
    },
  };
}

/** Escapes as browsers do (WHATWG HTML, multipart/form-data encoding algorithm). */
function escapeFileName(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
}
