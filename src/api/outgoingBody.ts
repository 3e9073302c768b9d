import type { Disposable } from '../base/disposable.ts';
import { FileChangedError } from '../model/upload.ts';
import { FlushedBytes } from './flushedBytes.ts';
import type { RequestBody } from './requestBody.ts';

/** Hooks of an `OutgoingBody`. */
export interface OutgoingBodyEvents {
  /** Stops sending and reading immediately. */
  readonly signal: AbortSignal;
  /**
   * Called with the number of bytes sent so far: 0 before the first chunk, and the total both before and after the last chunk,
   * because the service may have everything as soon as the last chunk is passed on.
   */
  readonly onSent: (bytes: number) => void;
}

/**
 * Sends a body once, in chunks whose size adapts to the speed of the connection. Records whether sending has started and whether
 * reading has failed. Its start is read before it is passed to the network, so that there is no request for a file that is gone.
 */
export class OutgoingBody implements AsyncIterable<Uint8Array>, Disposable {
  readonly #body: RequestBody;
  readonly #events: OutgoingBodyEvents;
  readonly #flushed: FlushedBytes | undefined;
  #chunks: AsyncIterable<Uint8Array> | undefined;
  #hasStarted = false;
  #isSent = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(body: RequestBody, events: OutgoingBodyEvents) {
    this.#body = body;
    this.#events = events;
    this.#flushed = body.mark === undefined ? undefined : new FlushedBytes(body.mark);
  }

  /** Whether any of it was requested by the network. If not, the service has received nothing. */
  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  /** Whether all of it was passed to the network. If not, the service has received only a part. */
  get isSent(): boolean {
    return this.#isSent;
  }

  /** What the source threw, which `fetch` replaces with its own error. */
  get failure(): { readonly error: unknown } | undefined {
    return this.#failure;
  }

  /** Reads the first chunk: call it before the body is passed to the network. Rejects with what the source throws. */
  async open(): Promise<void> {
    try {
      this.#chunks = await withFirstRead(this.#body.chunks(this.#events.signal, () => this.#flushed?.bytes ?? 0));
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }

  dispose(): void {
    this.#flushed?.dispose();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const { onSent } = this.#events;
    const { byteLength } = this.#body;
    this.#hasStarted = true;
    const chunkSize = new AdaptiveChunkSize();
    let sentBytes = 0;
    try {
      onSent(sentBytes);
      for await (const chunk of this.#chunks ?? []) {
        // Checked before sending: a body must not reach its declared length if the file has grown.
        if (sentBytes + chunk.byteLength > byteLength) {
          throw new FileChangedError();
        }
        yield* this.#partsOf(chunk, sentBytes, chunkSize);
        sentBytes += chunk.byteLength;
      }
      if (sentBytes < byteLength) {
        throw new FileChangedError();
      }
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }

  /** Divides a chunk into parts of the size that suits the connection. `sentBefore`: how many bytes of the body were sent before it. */
  *#partsOf(chunk: Uint8Array, sentBefore: number, chunkSize: AdaptiveChunkSize): Generator<Uint8Array> {
    const { onSent } = this.#events;
    const { byteLength } = this.#body;
    let sentBytes = sentBefore;
    for (let remaining = chunk; remaining.byteLength > 0;) {
      const part = remaining.subarray(0, chunkSize.bytes);
      remaining = remaining.subarray(part.byteLength);
      if (sentBytes + part.byteLength === byteLength) {
        this.#isSent = true;
        onSent(byteLength);
      }
      const sentAt = performance.now();
      this.#flushed?.beforeChunk();
      yield part;
      this.#flushed?.afterChunk(part.byteLength);
      chunkSize.record(part.byteLength, performance.now() - sentAt);
      sentBytes += part.byteLength;
      onSent(sentBytes);
    }
  }
}

/** Reads the first chunk. The result yields all of them, once. */
async function withFirstRead(chunks: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  return chunksFrom(first, iterator);
}

async function* chunksFrom(
  first: IteratorResult<Uint8Array>,
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    for (let result = first; result.done !== true; result = await iterator.next()) {
      yield result.value;
    }
  } finally {
    await iterator.return?.();
  }
}

const MIN_BYTES = 64 * 1024;
const MAX_BYTES = 1024 * 1024;
/** The first chunks only fill the buffers of the operating system, so their speed is not that of the connection. */
const CHUNKS_BEFORE_GROWTH = 16;
const QUICK_MS = 100;
const SLOW_MS = 500;

/**
 * The chunk size of an upload. Each chunk has a fixed cost, so fast connections use large ones; on slow connections, small
 * chunks make progress visible and restart the timeout in time.
 */
export class AdaptiveChunkSize {
  #bytes = MIN_BYTES;
  #sentBytes = 0;

  /** The size of the next chunk, between 64 KiB and 1 MiB. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Records how long a chunk took, until the network requested the next one. */
  record(bytes: number, elapsedMs: number): void {
    this.#sentBytes += bytes;
    if (elapsedMs > SLOW_MS) {
      this.#bytes = Math.max(MIN_BYTES, this.#bytes / 2);
    } else if (elapsedMs < QUICK_MS && this.#sentBytes >= this.#bytes * CHUNKS_BEFORE_GROWTH) {
      this.#bytes = Math.min(MAX_BYTES, this.#bytes * 2);
    }
  }
}
