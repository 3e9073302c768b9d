import type { UploadFile, UploadFormat } from '../model/upload.ts';
import { jsonUploadBody } from './jsonUploadBody.ts';
import { multipartBody } from './multipartBody.ts';
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
