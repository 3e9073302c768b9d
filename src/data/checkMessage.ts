import type { UploadKind } from '../model/upload.ts';
import type { CheckResult } from './checkResult.ts';

/** What the host tells the worker. One check at a time: begin, any number of texts, end. */
export type CheckRequest =
  | { readonly type: 'begin'; readonly kind: UploadKind }
  /** A piece of the text in UTF-16LE, its memory handed over. */
  | { readonly type: 'text'; readonly units: Uint8Array }
  | { readonly type: 'end' };

/** What the worker answers to `end`. */
export interface CheckAnswer {
  readonly result: CheckResult;
}
