import type { MonotonicMs } from '../base/monotonicClock.ts';
import type { EpochMs } from '../base/time.ts';

/** What the bytes of an upload are. The contract knows CSV and JSON; TSV is CSV with tabs. */
export type UploadKind = 'csv' | 'tsv' | 'json';

/** How an upload is sent (contract, POST /dataloader/upload). */
export type UploadFormat = 'multipart' | 'json';

/** Encodings that texts come in. Windows-1252 and ISO-8859-1 differ only in 0x80 to 0x9F. */
export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-1';

/** What is changed in the bytes of a file on their way. Nothing else is. */
export interface Conversion {
  /** Decoded from this encoding and sent as UTF-8. */
  readonly fromEncoding?: Exclude<TextEncodingName, 'utf-8'> | undefined;
  /** The byte order mark left out. It always is where another encoding is decoded. */
  readonly withoutByteOrderMark?: boolean;
  /** Excel's `sep=` line left out. */
  readonly withoutSepLine?: boolean;
  /** Commas put where this delimiter is, and quotes around cells that hold a comma. */
  readonly fromDelimiter?: string | undefined;
  /** JSON Lines, or one object, sent as an array. */
  readonly toArray?: boolean;
}

/** Bytes to upload. The length is known before the first chunk is read; `chunks` starts from the beginning at each call. */
export interface UploadFile {
  readonly name: string;
  readonly kind: UploadKind;
  readonly byteLength: number;
  chunks(): AsyncIterable<Uint8Array>;
}

/** What the service answers when it has accepted work (contract, Sync start result and Upload result). */
export interface StartedJob {
  readonly syncId: string;
  readonly entityId: string;
  readonly message: string;
  /** The service's id of the request that started it. */
  readonly requestId?: string | undefined;
}

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

/** What an upload is made of turned out to be other than it was when it was checked: it changed meanwhile. Nothing was accepted. */
export class UploadChangedError extends Error {
  constructor() {
    super('The upload changed while it was being sent.');
    this.name = 'UploadChangedError';
  }
}
