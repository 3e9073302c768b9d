import type { CheckResult } from '../../data/check/checkResult.ts';
import type { DataProblem } from '../../data/check/dataProblem.ts';
import type { FingerprintRequest, LoadFingerprint } from '../../data/fingerprint/loadFingerprint.ts';
import type { LinkTarget } from '../../data/file/linkTarget.ts';
import type { AcceptedUpload, Conversion, TextEncodingName, UploadFile } from '../../model/upload.ts';

/** The maximum size of a file that is not on a local disk, because it is read as a whole, and of all such files kept in memory. */
export const MAX_REMOTE_BYTES = 64 * 1024 * 1024;

/** A document or file that was chosen for an upload. */
export interface UploadSource {
  readonly uri: string;
  readonly name: string;
  /** Undefined if the user was asked for its type and cancelled. Rejects with what the file system reports. */
  readonly read: () => Promise<UploadInput | undefined>;
}

interface InputCheckOptions {
  readonly signal: AbortSignal;
  /** How to decode the bytes, if the user has chosen an encoding. */
  readonly encoding?: TextEncodingName | undefined;
  /** Checks what this conversion makes of the data. The digest in the result is that of the data as it is. */
  readonly conversion?: Conversion | undefined;
  /** Whether to compute control totals, which takes more time. */
  readonly totals?: boolean | undefined;
  /** Called now and then with the number of bytes read. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

/** Something to upload, wherever it was read: what is checked is exactly what is sent. */
export interface UploadInput {
  /** URI of the document or file, where its problems are shown. */
  readonly uri: string;
  readonly file: UploadFile;
  /** Where symbolic links in its path lead; undefined if there are none. */
  readonly link?: LinkTarget | undefined;
  readonly hasUnsavedChanges: boolean;
  /** Whether an editor can show its text, and problems in it. */
  readonly hasEditor: boolean;
  /** The earlier upload whose data this is, as it was sent; `uri` may have another content by now. */
  readonly earlier?: Pick<AcceptedUpload, 'at' | 'digest' | 'conversion'>;
  /** For the text of an editor: the encoding of its file, by VS Code's name, if that is not UTF-8. */
  readonly editorEncoding?: string | undefined;
  /** Whether its editor has another text by now. */
  isEdited?(): boolean;
  /** Rejects with the signal's reason once it is aborted. */
  check(options: InputCheckOptions): Promise<CheckResult>;
  /** Rejects with the signal's reason once it is aborted. Undefined if its rows can't be compared with others. */
  fingerprint(
    request: Omit<FingerprintRequest, 'kind'>,
    options: Partial<Pick<InputCheckOptions, 'signal' | 'onProgress'>>,
  ): Promise<LoadFingerprint | undefined>;
}

export interface UnreadableFile {
  readonly kind: 'unreadable';
  readonly fileName: string;
  readonly error: unknown;
}

/** A file of an upload that is not sent because it can't be read or because of its content. */
export interface SkippedFile {
  readonly uri: string;
  readonly name: string;
  readonly reason:
    { readonly kind: 'error'; readonly error: unknown } | { readonly kind: 'problem'; readonly problem: DataProblem };
}

export type ReadResult =
  | { readonly kind: 'read'; readonly inputs: readonly UploadInput[]; readonly unreadable: readonly SkippedFile[] }
  | { readonly kind: 'cancelled' }
  /** The only source, of those whose type is known, can't be read. */
  | UnreadableFile;

/** Reads one after another. Of several, those that can't be read are skipped. One whose type the user doesn't choose is left out. */
export async function readSources(sources: readonly UploadSource[]): Promise<ReadResult> {
  const inputs: UploadInput[] = [];
  const unreadable: (SkippedFile & { readonly reason: { readonly kind: 'error' } })[] = [];
  for (const { uri, name, read } of sources) {
    try {
      const input = await read();
      inputs.push(...(input === undefined ? [] : [input]));
    } catch (error) {
      unreadable.push({ uri, name, reason: { kind: 'error', error } });
    }
  }
  const [only, ...others] = unreadable;
  if (inputs.length > 0 || others.length > 0) {
    return { kind: 'read', inputs, unreadable };
  }
  return only ? { kind: 'unreadable', fileName: only.name, error: only.reason.error } : { kind: 'cancelled' };
}
