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
