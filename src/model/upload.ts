/** What the bytes of an upload are. The contract knows CSV and JSON; TSV is CSV with tabs. */
export type UploadKind = 'csv' | 'tsv' | 'json';

/** How an upload is sent (contract, POST /dataloader/upload). */
export type UploadFormat = 'multipart' | 'json';

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
