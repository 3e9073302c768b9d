import type { Uri } from 'vscode';
import type { CheckResult } from '../../data/checkResult.ts';
import type { UploadFile } from '../../model/upload.ts';

/** Something to upload, wherever it is read from: what is checked is exactly what is sent. */
export interface UploadInput {
  /** The document or file it is from, where its problems are shown. */
  readonly uri: Uri;
  readonly file: UploadFile;
  readonly hasUnsavedChanges: boolean;
  /** Rejects with the signal's reason once it is aborted. */
  check(signal: AbortSignal): Promise<CheckResult>;
}
