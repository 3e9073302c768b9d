import { NO_BYTES } from './byteTransform.ts';
import { BACKSLASH, QUOTE, SPACE } from '../text/ascii.ts';

/** Called in the order of the text. `at` and `end` are offsets in the current chunk. */
interface JsonTokenListener {
  /** A byte between strings that is not blank, or the quote that opens a string. */
  onToken(byte: number, at: number): void;
  /** A string has ended before `end`. */
  onStringEnd?(end: number): void;
  /** Decides what becomes of the rest of the chunk, from `from` on. */
  onChunkEnd(length: number): void;
}

/** Writes JSON (UTF-8) again with changes between its strings, chunk by chunk. */
export class JsonRewriter {
  readonly #listener: JsonTokenListener;
  #isInString = false;
  #isEscaped = false;
  // Of the current chunk.
  #bytes = NO_BYTES;
  #from = 0;
  #out: Uint8Array[] = [];

  constructor(listener: JsonTokenListener) {
    this.#listener = listener;
  }

  /** The offset of what is neither written nor taken. */
  get from(): number {
    return this.#from;
  }

  /** Reads a chunk. Returns what the listener has written. */
  push(bytes: Uint8Array): Uint8Array {
    this.#bytes = bytes;
    this.#from = 0;
    this.#out = [];
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (this.#isInString) {
        this.#readString(byte, at);
      } else if (byte > SPACE) {
        this.#isInString = byte === QUOTE;
        this.#listener.onToken(byte, at);
      }
    }
    this.#listener.onChunkEnd(bytes.length);
    return Buffer.concat(this.#out);
  }

  write(...parts: readonly Uint8Array[]): void {
    this.#out.push(...parts);
  }

  /** Writes the bytes up to this offset. */
  writeTo(end: number): void {
    this.#out.push(this.take(end));
  }

  /** Writes the bytes before this offset, and a part in place of the byte there. */
  replace(at: number, by: Uint8Array): void {
    this.writeTo(at);
    this.#out.push(by);
    this.#from = at + 1;
  }

  /** The bytes up to this offset, which are not written. The source may reuse their memory after the chunk. */
  take(end: number): Uint8Array {
    const taken = this.#bytes.subarray(this.#from, end);
    this.#from = end;
    return taken;
  }

  #readString(byte: number, at: number): void {
    if (this.#isEscaped) {
      this.#isEscaped = false;
    } else if (byte === BACKSLASH) {
      this.#isEscaped = true;
    } else if (byte === QUOTE) {
      this.#isInString = false;
      this.#listener.onStringEnd?.(at + 1);
    }
  }
}
