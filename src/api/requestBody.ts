/** A body that is sent as a stream, with its length known before: so there is a Content-Length, and real progress. */
export interface RequestBody {
  readonly contentType: string;
  readonly byteLength: number;
  /** From the beginning at each call. Aborting the signal ends the reading behind it at once. */
  chunks(signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/** A body that is whole in memory: for requests of a few bytes. */
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
