import type { MonotonicMs } from '../base/monotonicClock.ts';
import type { EpochMs } from '../base/time.ts';
import type { Conversion, UploadFormat } from './upload.ts';

/** What tells one upload from another: which file or which content, and where it goes. */
export interface UploadKey {
  readonly entityId: string;
  /** Where the file was read, as a URI's text. */
  readonly source: string;
  /** SHA-256 of the file's content before any conversion, in hex. */
  readonly digest: string;
}

/** An upload that the service accepted. Nothing of the content is kept. */
export interface AcceptedUpload extends UploadKey {
  readonly at: EpochMs;
  readonly syncId: string;
  readonly format: UploadFormat;
  readonly conversion: Conversion;
  /** The header or the keys that were sent; empty for all but the latest upload to each connection. */
  readonly columns: readonly string[];
  /** Names the workspace it was sent from, without telling which one that is. */
  readonly workspace: string;
}

/**
 * - `queued`: agreed to, and no byte has been sent.
 * - `sending`: bytes may have been sent; the answer is still awaited.
 * - `unknown`: bytes were sent, and no answer will come.
 * - `replaced`: the user agreed to send the same again, which was sent since. Its own answer may still come.
 */
type UploadIntentState = 'queued' | 'sending' | 'unknown' | 'replaced';

/** An upload that has not been answered, written down before its first byte is sent. */
export interface UploadIntent extends UploadKey {
  readonly id: string;
  /** The file's name. */
  readonly name: string;
  readonly state: UploadIntentState;
  /** When it was agreed to and, once bytes are sent, when that began. */
  readonly at: EpochMs;
  /** The connection's last job before it was sent, where that is known. */
  readonly lastSyncId: string | undefined;
  /** The window that sends it renews this lease; once it has passed, that window is gone. */
  readonly leaseUntil: MonotonicMs;
}

/** What is kept of an account's uploads. */
export interface UploadRecords {
  /** The latest first. */
  readonly uploads: readonly AcceptedUpload[];
  /** The latest last. */
  readonly intents: readonly UploadIntent[];
}
