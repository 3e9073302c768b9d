import { positionAt, shiftLineStart } from '../text/textPosition.ts';
import type { LazyPosition, TextPosition } from '../text/textPosition.ts';

const CARRIAGE_RETURN = 0x0d;

/** How far a text has been read that comes piece by piece: the piece at hand, the byte to look at, and its line. */
export class Cursor {
  bytes: Uint8Array = new Uint8Array(0);
  /** The byte that is looked at. */
  at = 0;
  /** How many bytes there were before those at hand. */
  #base = 0;
  #line = 1;
  /** An offset, as `place` understands it. */
  #lineStart = 0;
  #byteBefore = 0;

  /** Goes on in the next piece. */
  beginChunk(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.at = 0;
  }

  /** How many bytes of the whole text lie before the one that is looked at. */
  get offset(): number {
    return this.#base + this.at;
  }

  /** Where a byte of the line stands that is being read. */
  positionOf(at: number): TextPosition {
    return positionAt(this.bytes, this.#line, this.#lineStart, at);
  }

  /** Remembers a byte of the line that is being read. */
  setPosition(mark: LazyPosition, at: number): void {
    mark.set(at, this.#line, this.#lineStart);
  }

  /** Goes behind the line break that is looked at. */
  skipLineBreak(): void {
    const before = this.at > 0 ? this.bytes[this.at - 1] : this.#byteBefore;
    // The second half of CRLF is no line of its own.
    if (this.bytes[this.at] === CARRIAGE_RETURN || before !== CARRIAGE_RETURN) {
      this.#line++;
    }
    this.at++;
    this.#lineStart = this.at;
  }

  /** What an offset into the bytes at hand will be once these are gone. */
  shifted(at: number): number {
    return shiftLineStart(this.bytes, at, this.bytes.length, this.bytes.length);
  }

  /** Lets go of the bytes at hand. */
  endChunk(): void {
    const { bytes } = this;
    this.#lineStart = this.shifted(this.#lineStart);
    this.#base += bytes.length;
    this.#byteBefore = bytes.at(-1) ?? this.#byteBefore;
    this.beginChunk(new Uint8Array(0));
  }
}

/** What is kept of a token: no key or number that means anything is longer. */
const LONGEST_TOKEN = 65_536;

/** Holds the beginning of a token that goes on in the next piece. */
export class TokenBuffer {
  #bytes: Uint8Array = new Uint8Array(0);

  /** Keeps the bytes from `from` on, together with what is kept of this token already. */
  keep(bytes: Uint8Array, from: number): void {
    if (this.#bytes.length < LONGEST_TOKEN) {
      this.#bytes = Buffer.concat([this.#bytes, bytes.subarray(from, from + LONGEST_TOKEN - this.#bytes.length)]);
    }
  }

  /** The token that ends before `to`, whole, and where in which bytes it is. Forgets it. */
  take(bytes: Uint8Array, start: number, to: number): Uint8Array {
    const kept = this.#bytes;
    if (kept.length === 0) {
      return bytes.subarray(start, to);
    }
    this.#bytes = new Uint8Array(0);
    return Buffer.concat([kept, bytes.subarray(0, to)]);
  }
}
