/**
 * Sends an HTTP request. In the extension host it is VS Code's own `fetch`, which uses the proxy and certificate settings
 * of VS Code and the system; `createUndiciFetch` is the alternative.
 */
export type FetchLike = (url: string, init: RequestInit) => Promise<FetchAnswer>;

/** A `FetchLike` with its own connection pool. */
export interface ClosableFetch {
  readonly fetch: FetchLike;
  /** Closes the connections after the pending requests. */
  close(): Promise<void>;
  /** Closes the connections immediately; pending requests fail. */
  destroy(): Promise<void>;
}

/** The used part of `Response`. */
export type FetchAnswer = Pick<Response, 'ok' | 'status' | 'headers' | 'body'>;

/** The answer's body exceeded its limit. */
export class AnswerTooLargeError extends Error {
  readonly limitBytes: number;

  constructor(limitBytes: number) {
    super(`The answer has more than ${limitBytes} bytes.`);
    this.name = 'AnswerTooLargeError';
    this.limitBytes = limitBytes;
  }
}

/**
 * Reads an answer's body as UTF-8 text.
 *
 * @param limitBytes the largest body, counted after decompression
 * @throws {AnswerTooLargeError} as soon as the limit is exceeded; the rest is not downloaded
 */
export async function answerText(response: FetchAnswer, limitBytes: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let byteLength = 0;
  let text = '';
  for await (const chunk of chunksOf(response)) {
    byteLength += chunk.byteLength;
    if (byteLength > limitBytes) {
      // Leaving the loop cancels the stream and with it the download.
      throw new AnswerTooLargeError(limitBytes);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return (text + decoder.decode()).replace(/^\uFEFF/, '');
}

function chunksOf({ body }: FetchAnswer): AsyncIterable<Uint8Array> | readonly Uint8Array[] {
  return (body as AsyncIterable<Uint8Array> | null) ?? [];
}
