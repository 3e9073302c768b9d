import { Mark } from '../text/mark.ts';
import type { Position } from '../text/textPosition.ts';
import { isBlankCharacter, sequenceLength } from './blankCharacter.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;

/** What a byte behind a quote shows of it. Plain numbers, as the scanner's states are. */
export const BEHIND_QUOTE = {
  /** Nothing yet: the byte is (part of) a blank. */
  open: 0,
  /** The quote closed the cell, which ends at this byte. */
  closed: 1,
  /** It and this one are a quote in the cell's text. */
  doubled: 2,
  /** It was a stray one: the cell goes on with this byte. */
  stray: 3,
  /** It was a stray one, and this byte is the next to be judged. */
  strayBeforeQuote: 4,
} as const;

/** A quote in a quoted cell, until what follows shows whether it closed the cell: there may be blanks between it and the cell's end. */
export class ClosingQuote {
  readonly #delimiter: number;
  readonly #mark = new Mark();
  #isBehindBlanks = false;
  /** A character of several bytes: its code so far, and how many bytes are to come. */
  #character = 0;
  #characterRest = 0;

  constructor(delimiter: number) {
    this.#delimiter = delimiter;
  }

  begin(at: number, line: number, lineStart: number): void {
    this.#mark.set(at, line, lineStart);
    this.#isBehindBlanks = false;
    this.#characterRest = 0;
  }

  /** Judges by the next byte. */
  judge(byte: number): number {
    if (this.#characterRest > 0) {
      return this.#judgeCharacter(byte);
    }
    if (byte === this.#delimiter || byte === LINE_FEED || byte === CARRIAGE_RETURN) {
      return BEHIND_QUOTE.closed;
    }
    if (byte === QUOTE) {
      return this.#isBehindBlanks ? BEHIND_QUOTE.strayBeforeQuote : BEHIND_QUOTE.doubled;
    }
    if (byte >= 0x80) {
      this.#characterRest = sequenceLength(byte) - 1;
      this.#character = byte & (0x3f >> this.#characterRest);
      return BEHIND_QUOTE.open;
    }
    return this.#judgeBlank(byte);
  }

  #judgeCharacter(byte: number): number {
    if ((byte & 0xc0) !== 0x80) {
      return BEHIND_QUOTE.stray;
    }
    this.#character = (this.#character << 6) | (byte & 0x3f);
    this.#characterRest--;
    return this.#characterRest > 0 ? BEHIND_QUOTE.open : this.#judgeBlank(this.#character);
  }

  #judgeBlank(code: number): number {
    if (!isBlankCharacter(code)) {
      return BEHIND_QUOTE.stray;
    }
    this.#isBehindBlanks = true;
    return BEHIND_QUOTE.open;
  }

  placeIn(bytes: Uint8Array): Position {
    return this.#mark.placeIn(bytes);
  }

  /** The bytes before `by` are gone, and the others moved to the front. */
  moveBack(bytes: Uint8Array, by: number): void {
    this.#mark.moveBack(bytes, by);
  }
}
