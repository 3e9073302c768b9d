import type { Conversion, TextEncodingName, UploadKind } from '../../model/upload.ts';
import type { CheckResult } from '../check/checkResult.ts';

/** What the host tells the worker. One thing at a time: a file, or begin or convert, any number of texts or bytes, end. */
export type CheckRequest =
  | {
      readonly type: 'file';
      readonly path: string;
      readonly kind: UploadKind;
      /** How to read the bytes, where the user has chosen. */
      readonly encoding: TextEncodingName | undefined;
    }
  /** `encoding` is undefined where bytes follow and the user has not chosen one. */
  | { readonly type: 'begin'; readonly kind: UploadKind; readonly encoding: TextEncodingName | undefined }
  /** Bytes follow. */
  | { readonly type: 'convert'; readonly conversion: Conversion }
  /** A piece of the text in UTF-16LE, its memory handed over. */
  | { readonly type: 'text'; readonly units: Uint8Array }
  /** A piece of what is checked or converted, its memory handed over. */
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  | { readonly type: 'end' };

/**
 * What the worker says of a check: `taken` after each text or bytes, `read` now and then while it reads a file, and at last
 * `checked` or `failed`.
 */
export type CheckAnswer =
  | { readonly type: 'taken' }
  | { readonly type: 'read'; readonly bytes: number }
  | { readonly type: 'checked'; readonly result: CheckResult }
  | { readonly type: 'failed'; readonly message: string; readonly code: string | undefined };

/** What it says of a conversion, after each bytes and after the end: what these have become. */
export interface ConversionAnswer {
  readonly type: 'converted';
  readonly bytes: Uint8Array;
}
