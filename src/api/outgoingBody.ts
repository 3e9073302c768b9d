import { UploadChangedError } from '../model/uploadChangedError.ts';
import { PiecePace } from './piecePace.ts';
import type { RequestBody } from './requestBody.ts';

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
    const pace = new PiecePace();
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
