import type { Uri } from 'vscode';
import type { CheckResult } from '../../../data/check/checkResult.ts';
import type { LinkTarget } from '../../../data/file/linkTarget.ts';
import type { Conversion, TextEncodingName, UploadFile } from '../../../model/upload.ts';

interface InputCheckOptions {
  readonly signal: AbortSignal;
  /** How to read the bytes, where the user has chosen. */
  readonly encoding?: TextEncodingName | undefined;
  /** Told now and then how many bytes have been read. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

/** Something to upload, wherever it is read from: what is checked is exactly what is sent. */
export interface UploadInput {
  /** The document or file it is from, where its problems are shown. */
  readonly uri: Uri;
  readonly file: UploadFile;
  /** Where symbolic links in its path lead; undefined where there are none. */
  readonly link?: LinkTarget | undefined;
  readonly hasUnsavedChanges: boolean;
  /** Where it is an editor's text: how that reads and writes its file, as VS Code names it, if that is not UTF-8. */
  readonly editorEncoding?: string | undefined;
  /** Rejects with the signal's reason once it is aborted. */
  check(options: InputCheckOptions): Promise<CheckResult>;
  /** The given file as the conversion makes it. Rejects with the signal's reason once it is aborted. */
  convert(file: UploadFile, conversion: Conversion, signal: AbortSignal): Promise<UploadFile>;
}
