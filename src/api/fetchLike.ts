/**
 * The one way into the network. In the extension host it is VS Code's own `fetch`, the only one that honours the user's
 * proxy and certificates; elsewhere `createUndiciFetch` makes one.
 */
export type FetchLike = (url: string, init: RequestInit) => Promise<FetchAnswer>;

/** A `FetchLike` that keeps connections of its own. */
export interface ClosableFetch {
  readonly fetch: FetchLike;
  /** Lets requests end, then closes the connections. */
  close(): Promise<void>;
  /** Closes the connections at once; requests on them fail. */
  destroy(): Promise<void>;
}

/** What is read of an answer. */
export type FetchAnswer = Pick<Response, 'ok' | 'status' | 'headers' | 'body'>;

/** The answer's body was larger than allowed. */
export class AnswerTooLargeError extends Error {
  readonly limitBytes: number;

  constructor(limitBytes: number) {
    super(`The answer has more than ${limitBytes} bytes.`);
    this.name = 'AnswerTooLargeError';
    this.limitBytes = limitBytes;
  }
}

/** Reads an answer's body as UTF-8 text. What counts against the limit are the bytes after decompression. */
export async function answerText(response: FetchAnswer, limitBytes: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let byteLength = 0;
  let text = '';
  for await (const chunk of chunksOf(response)) {
    byteLength += chunk.byteLength;
    if (byteLength > limitBytes) {
      // Leaving the loop cancels the stream, and with it the download.
      throw new AnswerTooLargeError(limitBytes);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return (text + decoder.decode()).replace(/^\uFEFF/, '');
}

function chunksOf({ body }: FetchAnswer): AsyncIterable<Uint8Array> | readonly Uint8Array[] {
  return (body as AsyncIterable<Uint8Array> | null) ?? [];
}
