import type { Mark } from '../text/mark.ts';
import { moved, place } from '../text/textPosition.ts';
import type { Position } from '../text/textPosition.ts';

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
  begin(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.at = 0;
  }

  /** How many bytes of the whole text lie before the one that is looked at. */
  get offset(): number {
    return this.#base + this.at;
  }

  /** Where a byte of the line stands that is being read. */
  placeOf(at: number): Position {
    return place(this.bytes, this.#line, this.#lineStart, at);
  }

  /** Remembers a byte of the line that is being read. */
  mark(mark: Mark, at: number): void {
    mark.set(at, this.#line, this.#lineStart);
  }

  /** Goes behind the line break that is looked at. */
  passLineBreak(): void {
    const before = this.at > 0 ? this.bytes[this.at - 1] : this.#byteBefore;
    // The second half of CRLF is no line of its own.
    if (this.bytes[this.at] === CARRIAGE_RETURN || before !== CARRIAGE_RETURN) {
      this.#line++;
    }
    this.at++;
    this.#lineStart = this.at;
  }

  /** What an offset into the bytes at hand will be once these are gone. */
  moved(at: number): number {
    return moved(this.bytes, at, this.bytes.length, this.bytes.length);
  }

  /** Lets go of the bytes at hand. */
  letGo(): void {
    const { bytes } = this;
    this.#lineStart = this.moved(this.#lineStart);
    this.#base += bytes.length;
    this.#byteBefore = bytes.at(-1) ?? this.#byteBefore;
    this.begin(new Uint8Array(0));
  }
}
