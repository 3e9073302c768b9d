import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Sends an HTTP request. In the extension host it is VS Code's own `fetch`, which uses the proxy and certificate settings
 * of VS Code and the system; `createUndiciFetch` is the alternative.
 */
export type FetchLike = (url: string, init: RequestInit) => Promise<FetchResponse>;

/** A `FetchLike` with its own connection pool. */
export interface ClosableFetch {
  readonly fetch: FetchLike;
  /** Closes the connections after the pending requests. */
  close(): Promise<void>;
  /** Closes the connections immediately; pending requests fail. */
  destroy(): Promise<void>;
}

/** The used part of `Response`. */
export type FetchResponse = Pick<Response, 'ok' | 'status' | 'headers' | 'body'>;

/** The response's body exceeded its limit. */
export class ResponseTooLargeError extends Error {
  readonly limitBytes: number;

  constructor(limitBytes: number) {
    super(`The response has more than ${limitBytes} bytes.`);
    this.name = 'ResponseTooLargeError';
    this.limitBytes = limitBytes;
  }
}

/** Read in a few milliseconds. */
const BYTES_PER_TURN = 512 * 1024;

/**
 * Reads a response's body as UTF-8 text. Lets other work run while it reads a long one.
 *
 * @param limitBytes the largest body, counted after decompression
 * @throws {ResponseTooLargeError} as soon as the limit is exceeded; the rest is not downloaded
 */
export async function readBody(response: FetchResponse, limitBytes: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let byteLength = 0;
  let nextPauseAt = BYTES_PER_TURN;
  let text = '';
  for await (const chunk of chunksOf(response)) {
    byteLength += chunk.byteLength;
    if (byteLength > limitBytes) {
      // Leaving the loop cancels the stream and with it the download.
      throw new ResponseTooLargeError(limitBytes);
    }
    text += decoder.decode(chunk, { stream: true });
    // Otherwise, chunks that have already arrived are read without a pause.
    if (byteLength >= nextPauseAt) {
      nextPauseAt = byteLength + BYTES_PER_TURN;
      await nextTurn();
    }
  }
  return (text + decoder.decode()).replace(/^\uFEFF/, '');
}

function chunksOf({ body }: FetchResponse): AsyncIterable<Uint8Array> | readonly Uint8Array[] {
  return (body as AsyncIterable<Uint8Array> | null) ?? [];
}
