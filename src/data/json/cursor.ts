import { countUnits } from '../text/textPosition.ts';
import type { TextPosition } from '../text/textPosition.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** Zero bytes after the chunk, which end every token: so words of 4 bytes can be read at any offset, and loops need no check for the end. */
const PADDING = 16;

/** The position of a scan in a text that arrives in chunks: the current chunk, the next byte in it, and its line. */
export class Cursor {
  /** The current chunk. */
  bytes: Uint8Array = new Uint8Array(0);
  /** The current chunk, followed by zero bytes. */
  padded: Uint8Array<ArrayBuffer> = new Uint8Array(PADDING);
  /** The bytes of `padded`. */
  words = new DataView(this.padded.buffer);
  /** Offset of the next byte in the chunk. */
  at = 0;
  /** Offset of the chunk in the whole text. */
  #base = 0;
  /** The position of the chunk. */
  #start = new LineCounter();
  /** The last position that was needed. */
  #last = new LineCounter();

  beginChunk(bytes: Uint8Array): void {
    if (this.padded.length < bytes.length + PADDING) {
      this.padded = new Uint8Array(bytes.length + PADDING);
      this.words = new DataView(this.padded.buffer);
    }
    this.padded.set(bytes);
    this.padded.fill(0, bytes.length, bytes.length + PADDING);
    this.bytes = this.padded.subarray(0, bytes.length);
    this.at = 0;
  }

  /** The offset in the whole text of an offset in the chunk. */
  offsetOf(at: number): number {
    return this.#base + at;
  }

  /** The position of a byte of the chunk. Lines are counted only here: a line break is never a part of a token. */
  positionOf(at: number): TextPosition {
    if (at < this.#last.at) {
      this.#last = this.#start.copy();
    }
    this.#last.advance(this.bytes, this.words, at);
    return this.#last.position;
  }

  /** Call this after the last `positionOf` of the chunk. */
  endChunk(): void {
    const { length } = this.bytes;
    this.positionOf(length);
    this.#last.at = 0;
    this.#start = this.#last.copy();
    this.#base += length;
    this.bytes = this.padded.subarray(0, 0);
    this.at = 0;
  }
}

/** Counts lines and columns up to a byte of the chunk. */
class LineCounter {
  /** Offset of the byte in the chunk. */
  at = 0;
  #line = 1;
  #column = 1;
  /** Whether the byte before is a carriage return, with which a line feed is one line break. */
  #isAfterReturn = false;

  get position(): TextPosition {
    return { line: this.#line, column: this.#column };
  }

  copy(): LineCounter {
    const copy = new LineCounter();
    copy.at = this.at;
    copy.#line = this.#line;
    copy.#column = this.#column;
    copy.#isAfterReturn = this.#isAfterReturn;
    return copy;
  }

  advance(bytes: Uint8Array, words: DataView, to: number): void {
    let from = this.at;
    if (from < to && this.#isAfterReturn && bytes[from] === LINE_FEED) {
      from++;
    }
    const breaks = countLineBreaks(bytes, words, from, to);
    if (breaks > 0) {
      this.#line += breaks;
      this.#column = 1;
      for (let at = to; at > from; at--) {
        if (bytes[at - 1] === LINE_FEED || bytes[at - 1] === CARRIAGE_RETURN) {
          from = at;
          break;
        }
      }
    }
    this.#column += unitsBetween(bytes, words, from, to);
    this.#isAfterReturn = to > this.at ? bytes[to - 1] === CARRIAGE_RETURN : this.#isAfterReturn;
    this.at = to;
  }
}

/** The number of line breaks, where the first byte is not the second one of a line break. */
function countLineBreaks(bytes: Uint8Array, words: DataView, from: number, to: number): number {
  const feeds = count(words, from, to, LINE_FEED, false);
  const hasReturn = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).includes(CARRIAGE_RETURN);
  return hasReturn
    ? feeds + count(words, from, to, CARRIAGE_RETURN, false) - count(words, from, to - 1, CARRIAGE_RETURN, true)
    : feeds;
}

/** Counts a byte, or only where a line feed follows. Without a branch for each, which would be mispredicted: in the bytes of a word. */
function count(words: DataView, from: number, to: number, byte: number, isBeforeFeed: boolean): number {
  const wanted = byte * 0x01010101;
  let others = 0;
  let at = from;
  while (at + 4 <= to) {
    const end = Math.min(to - 3, at + 4 * 255);
    let counts = 0;
    // Four words in a step, as long as only one byte is compared: most texts have no other line breaks than line feeds.
    for (; !isBeforeFeed && at + 12 < end; at += 16) {
      counts =
        (counts +
          bytesOtherThanZero(words.getInt32(at, true) ^ wanted) +
          bytesOtherThanZero(words.getInt32(at + 4, true) ^ wanted) +
          bytesOtherThanZero(words.getInt32(at + 8, true) ^ wanted) +
          bytesOtherThanZero(words.getInt32(at + 12, true) ^ wanted)) |
        0;
    }
    for (; at < end; at += 4) {
      const word = (words.getInt32(at, true) ^ wanted) | (isBeforeFeed ? words.getInt32(at + 1, true) ^ 0x0a0a0a0a : 0);
      counts = (counts + bytesOtherThanZero(word)) | 0;
    }
    others += (counts & 0xff) + ((counts >>> 8) & 0xff) + ((counts >>> 16) & 0xff) + (counts >>> 24);
  }
  let found = at - from - others;
  for (; at < to; at++) {
    found += words.getUint8(at) === byte && (!isBeforeFeed || words.getUint8(at + 1) === LINE_FEED) ? 1 : 0;
  }
  return found;
}

/** A word with 1 in each byte that is not zero in this one. */
function bytesOtherThanZero(word: number): number {
  return ((((word & 0x7f7f7f7f) + 0x7f7f7f7f) | word) >>> 7) & 0x01010101;
}

/** Like `countUnits`, but faster on ASCII. */
function unitsBetween(bytes: Uint8Array, words: DataView, from: number, to: number): number {
  let units = 0;
  let at = from;
  for (; at + 4 <= to; at += 4) {
    units += (words.getInt32(at, true) & 0x80808080) === 0 ? 4 : countUnits(bytes, at, at + 4);
  }
  return units + countUnits(bytes, at, to);
}

/** A byte of the text whose position is computed only if needed, or when its chunk ends. */
export class Mark {
  readonly #cursor: Cursor;
  #at = 0;
  #isSet = false;
  /** Undefined while the byte is in the current chunk. */
  #position: TextPosition | undefined;

  constructor(cursor: Cursor) {
    this.#cursor = cursor;
  }

  set(at: number): void {
    this.#at = at;
    this.#isSet = true;
    this.#position = undefined;
  }

  /** Call this when the position is no longer needed. */
  clear(): void {
    this.#isSet = false;
  }

  /** Offset of the byte in the chunk; 0 if it is in an earlier chunk. */
  get at(): number {
    return this.#position === undefined ? this.#at : 0;
  }

  readonly position = (): TextPosition => this.#position ?? this.#cursor.positionOf(this.#at);

  endChunk(): void {
    if (this.#isSet) {
      this.#position = this.position();
    }
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
