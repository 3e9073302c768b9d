import type { UploadKind } from '../model/upload.ts';
import type { CheckResult } from './checkResult.ts';
import type { TextEncodingName } from './textEncoding.ts';

/** What the host tells the worker. One check at a time: a file, or begin, any number of texts, end. */
export type CheckRequest =
  | {
      readonly type: 'file';
      readonly path: string;
      readonly kind: UploadKind;
      /** How to read the bytes, where the user has chosen. */
      readonly encoding: TextEncodingName | undefined;
    }
  | { readonly type: 'begin'; readonly kind: UploadKind }
  /** A piece of the text in UTF-16LE, its memory handed over. */
  | { readonly type: 'text'; readonly units: Uint8Array }
  | { readonly type: 'end' };

/** What the worker says: `taken` after each text, `read` now and then while it reads a file, and at last one of the others. */
export type CheckAnswer =
  | { readonly type: 'taken' }
  | { readonly type: 'read'; readonly bytes: number }
  | { readonly type: 'checked'; readonly result: CheckResult }
  | { readonly type: 'failed'; readonly message: string; readonly code: string | undefined };
