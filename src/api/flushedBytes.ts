import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import type { Disposable } from '../base/disposable.ts';

/** Published by undici, on which `fetch` of Node and of VS Code is based, before it sends a request (undici, Diagnostics Channel). */
const CHANNEL = 'undici:client:sendHeaders';

/**
 * How many bytes of a request's body have been flushed to the operating system, so that their memory can be reused. `fetch` doesn't report
 * it, but the request's socket does: a chunk was written to the socket if `bytesWritten` grew by its length before the next chunk was
 * requested, and is flushed once the socket has nothing left to write. From the first chunk for which that is not certain, nothing more
 * counts as flushed: without a socket, over HTTP/2, or if `fetch` writes chunks later.
 */
export class FlushedBytes implements Disposable {
  readonly #mark: string;
  #socket: Socket | undefined;
  #bytesWrittenBefore: number | undefined;
  #writtenBytes = 0;
  #flushedBytes = 0;
  #isCertain = true;

  /** @param mark a string that is only in the headers of this request. */
  constructor(mark: string) {
    this.#mark = mark;
    subscribe(CHANNEL, this.#onRequest);
  }

  /** Counted from the start of the body. */
  get bytes(): number {
    if (this.#socket?.writableLength === 0) {
      this.#flushedBytes = this.#writtenBytes;
    }
    return this.#flushedBytes;
  }

  /** Call it before a chunk is passed on. */
  beforeChunk(): void {
    this.#bytesWrittenBefore = this.#socket?.bytesWritten;
  }

  /** Call it when the next chunk is requested. */
  afterChunk(byteLength: number): void {
    this.#isCertain &&=
      this.#socket !== undefined &&
      this.#bytesWrittenBefore !== undefined &&
      this.#socket.bytesWritten - this.#bytesWrittenBefore >= byteLength;
    this.#writtenBytes += this.#isCertain ? byteLength : 0;
  }

  dispose(): void {
    unsubscribe(CHANNEL, this.#onRequest);
    this.#isCertain = false;
  }

  readonly #onRequest = (message: unknown): void => {
    const { headers, socket } = message as { readonly headers?: unknown; readonly socket?: unknown };
    // HTTP/2 has no request line, and its sockets are shared by requests.
    if (typeof headers === 'string' && headers.startsWith('POST ') && headers.includes(this.#mark)) {
      // A second socket would mean that the request is sent twice.
      this.#isCertain &&= this.#socket === undefined;
      this.#socket ??= socket instanceof Socket ? socket : undefined;
    }
  };
}
