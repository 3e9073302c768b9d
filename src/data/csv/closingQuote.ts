import { LazyPosition } from '../text/textPosition.ts';
import type { TextPosition } from '../text/textPosition.ts';
import { isContinuation, sequenceLength } from '../text/utf8.ts';
import { CARRIAGE_RETURN, LINE_FEED, QUOTE } from '../text/ascii.ts';

/** What a quote in a quoted cell is, according to the bytes after it. Plain numbers, like the scanner's states. */
export const QUOTE_ROLE = {
  /** Not known yet: the byte is (part of) white space. */
  open: 0,
  /** It closes the cell, which ends at this byte. */
  closing: 1,
  /** Together with this byte it is an escaped quote. */
  doubled: 2,
  /** A stray quote. The cell goes on with this byte. */
  stray: 3,
  /** A stray quote, and this byte is a quote to be classified next. */
  strayBeforeQuote: 4,
} as const;

/** A quote in a quoted cell until the next bytes tell whether it closes the cell. White space may follow before the cell's end. */
export class ClosingQuote {
  readonly #delimiter: number;
  readonly #position = new LazyPosition();
  #isAfterSpace = false;
  /** The code point so far of a character of several bytes, and how many of its bytes are missing. */
  #character = 0;
  #missingBytes = 0;

  constructor(delimiter: number) {
    this.#delimiter = delimiter;
  }

  begin(at: number, line: number, lineStart: number): void {
    this.#position.set(at, line, lineStart);
    this.#isAfterSpace = false;
    this.#missingBytes = 0;
  }

  /** Classifies the quote by the next byte: a value of `QUOTE_ROLE`. */
  classify(byte: number): number {
    if (this.#missingBytes > 0) {
      return this.#addToCharacter(byte);
    }
    if (byte === this.#delimiter || byte === LINE_FEED || byte === CARRIAGE_RETURN) {
      return QUOTE_ROLE.closing;
    }
    if (byte === QUOTE) {
      return this.#isAfterSpace ? QUOTE_ROLE.strayBeforeQuote : QUOTE_ROLE.doubled;
    }
    if (byte >= 0x80) {
      this.#missingBytes = sequenceLength(byte) - 1;
      this.#character = byte & (0x3f >> this.#missingBytes);
      return QUOTE_ROLE.open;
    }
    return this.#classifyByCharacter(byte);
  }

  #addToCharacter(byte: number): number {
    if (!isContinuation(byte)) {
      return QUOTE_ROLE.stray;
    }
    this.#character = (this.#character << 6) | (byte & 0x3f);
    this.#missingBytes--;
    return this.#missingBytes > 0 ? QUOTE_ROLE.open : this.#classifyByCharacter(this.#character);
  }

  #classifyByCharacter(code: number): number {
    if (!isWhiteSpace(code)) {
      return QUOTE_ROLE.stray;
    }
    this.#isAfterSpace = true;
    return QUOTE_ROLE.open;
  }

  positionIn(bytes: Uint8Array): TextPosition {
    return this.#position.positionIn(bytes);
  }

  /** Call this when the bytes before `by` are removed and the others move to the front. */
  shift(bytes: Uint8Array, by: number): void {
    this.#position.shift(bytes, by);
  }
}

/** Whether `String.prototype.trim` removes this character: papaparse allows these after a closing quote. */
function isWhiteSpace(code: number): boolean {
  return code <= 0x20 ? code === 0x20 || (code >= 0x09 && code <= 0x0d) : code > 0x7f && isUnicodeSpace(code);
}

function isUnicodeSpace(code: number): boolean {
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}
