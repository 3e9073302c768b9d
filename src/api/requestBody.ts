import { UploadChangedError } from '../model/upload.ts';

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

/** What happens while a body is handed to the network. */
export interface OutgoingBodyEvents {
  /** Ends the hand-over at once, and the reading behind it. */
  readonly signal: AbortSignal;
  /**
   * Called with the bytes taken so far: with 0 before the first piece, with all of them already when the network is given the
   * last one, because from then on all may arrive, and again when it has taken that.
   */
  readonly onTaken: (bytes: number) => void;
}

/** A body on its way: handed over once, in pieces as large as the line is fast. Knows how far it came, and whether the reading failed. */
export class OutgoingBody implements AsyncIterable<Uint8Array> {
  readonly #body: RequestBody;
  readonly #events: OutgoingBodyEvents;
  #hasStarted = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(body: RequestBody, events: OutgoingBodyEvents) {
    this.#body = body;
    this.#events = events;
  }

  /** Whether the network has asked for any of it: until then, nothing can have arrived. */
  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  /** What the source threw, which `fetch` hides behind an error of its own. */
  get failure(): { readonly error: unknown } | undefined {
    return this.#failure;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const { signal, onTaken } = this.#events;
    const { byteLength } = this.#body;
    this.#hasStarted = true;
    const pace = new AdaptiveChunkSize();
    let taken = 0;
    onTaken(taken);
    try {
      for await (const chunk of this.#body.chunks(signal)) {
        // Checked before: a body that is complete by its length must not be one that was cut to fit.
        if (taken + chunk.byteLength > byteLength) {
          throw new UploadChangedError();
        }
        for (let rest = chunk; rest.byteLength > 0;) {
          const piece = rest.subarray(0, pace.bytes);
          rest = rest.subarray(piece.byteLength);
          if (taken + piece.byteLength === byteLength) {
            onTaken(byteLength);
          }
          const handedAt = performance.now();
          yield piece;
          pace.took(piece.byteLength, performance.now() - handedAt);
          taken += piece.byteLength;
          onTaken(taken);
        }
      }
      if (taken < byteLength) {
        throw new UploadChangedError();
      }
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }
}

const SMALLEST_BYTES = 64 * 1024;
const LARGEST_BYTES = 1024 * 1024;
/** So much of a body goes in small pieces: what the system takes at first only fills its own buffers. */
const PIECES_BEFORE_LARGER = 16;
const QUICK_MS = 100;
const SLOW_MS = 500;

/**
 * How much of a body the network is handed at once. Each piece costs a turn of many promises, so a fast line gets large
 * ones; on a slow line small ones are the progress that is seen, and what keeps the deadline away.
 */
export class AdaptiveChunkSize {
  #bytes = SMALLEST_BYTES;
  #takenBytes = 0;

  /** The size of the next piece, between 64 KiB and 1 MiB. */
  get bytes(): number {
    return this.#bytes;
  }

  /** To be told of each piece how long it took until the network asked for the next. */
  took(bytes: number, elapsedMs: number): void {
    this.#takenBytes += bytes;
    if (elapsedMs > SLOW_MS) {
      this.#bytes = Math.max(SMALLEST_BYTES, this.#bytes / 2);
    } else if (elapsedMs < QUICK_MS && this.#takenBytes >= this.#bytes * PIECES_BEFORE_LARGER) {
      this.#bytes = Math.min(LARGEST_BYTES, this.#bytes * 2);
    }
  }
}
