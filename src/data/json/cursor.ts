import { positionAt, shiftLineStart } from '../text/textPosition.ts';
import type { LazyPosition, TextPosition } from '../text/textPosition.ts';

const CARRIAGE_RETURN = 0x0d;

/** The position of a scan in a text that arrives in chunks: the current chunk, the next byte in it, and its line. */
export class Cursor {
  bytes: Uint8Array = new Uint8Array(0);
  /** Offset of the next byte in the chunk. */
  at = 0;
  /** Offset of the chunk in the whole text. */
  #base = 0;
  #line = 1;
  /** Offset of the line's start; negative if it is in an earlier chunk (see textPosition.ts). */
  #lineStart = 0;
  #byteBefore = 0;

  beginChunk(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.at = 0;
  }

  /** Offset of the next byte in the whole text. */
  get offset(): number {
    return this.#base + this.at;
  }

  /** The position of a byte in the current line. */
  positionOf(at: number): TextPosition {
    return positionAt(this.bytes, this.#line, this.#lineStart, at);
  }

  /** Sets `position` to a byte in the current line. */
  setPosition(position: LazyPosition, at: number): void {
    position.set(at, this.#line, this.#lineStart);
  }

  /** Skips the line break character at the cursor. */
  skipLineBreak(): void {
    const before = this.at > 0 ? this.bytes[this.at - 1] : this.#byteBefore;
    // CRLF is one line break.
    if (this.bytes[this.at] === CARRIAGE_RETURN || before !== CARRIAGE_RETURN) {
      this.#line++;
    }
    this.at++;
    this.#lineStart = this.at;
  }

  /** The value of an offset after the end of this chunk. */
  shifted(at: number): number {
    return shiftLineStart(this.bytes, at, this.bytes.length, this.bytes.length);
  }

  endChunk(): void {
    const { bytes } = this;
    this.#lineStart = this.shifted(this.#lineStart);
    this.#base += bytes.length;
    this.#byteBefore = bytes.at(-1) ?? this.#byteBefore;
    this.beginChunk(new Uint8Array(0));
  }
}

/** Of a longer token only the beginning is kept. */
const LONGEST_TOKEN = 65_536;

/** Keeps the beginning of a token that continues in the next chunk. */
export class TokenBuffer {
  #bytes: Uint8Array = new Uint8Array(0);

  /** Appends the bytes from `from`. */
  keep(bytes: Uint8Array, from: number): void {
    if (this.#bytes.length < LONGEST_TOKEN) {
      this.#bytes = Buffer.concat([this.#bytes, bytes.subarray(from, from + LONGEST_TOKEN - this.#bytes.length)]);
    }
  }

  /** Returns the whole token, which ends before `to`, and clears the buffer. */
  take(bytes: Uint8Array, start: number, to: number): Uint8Array {
    const kept = this.#bytes;
    if (kept.length === 0) {
      return bytes.subarray(start, to);
    }
    this.#bytes = new Uint8Array(0);
    return Buffer.concat([kept, bytes.subarray(0, to)]);
  }
}
