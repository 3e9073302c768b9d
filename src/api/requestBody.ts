/** A body that is sent as a stream. Its length is known in advance, for Content-Length and for the progress. */
export interface RequestBody {
  readonly contentType: string;
  readonly byteLength: number;
  /** A string that is only in the headers of this request, by which `FlushedBytes` recognizes it. */
  readonly mark?: string;
  /**
   * Starts from the beginning on each call. Aborting the signal ends the reading immediately. The first chunk is yielded only once
   * the data can be read.
   *
   * @param flushedBytes how many bytes from the beginning are no longer needed, so that the memory of their chunks may be reused.
   */
  chunks(signal: AbortSignal, flushedBytes?: () => number): AsyncIterable<Uint8Array>;
}

/** A small JSON body that is held in memory. */
export function smallJsonBody(value: unknown): RequestBody {
  const bytes = Buffer.from(JSON.stringify(value), 'utf8');
  return {
    contentType: 'application/json',
    byteLength: bytes.byteLength,
    async *chunks() {
      yield await Promise.resolve(bytes);
    },
  };
}
