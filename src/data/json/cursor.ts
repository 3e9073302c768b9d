import { countUnits } from '../text/textPosition.ts';
import type { TextPosition } from '../text/textPosition.ts';
import { isContinuation } from '../text/utf8.ts';
import { CARRIAGE_RETURN, LINE_FEED } from '../text/ascii.ts';

const LINE_FEEDS = 0x0a0a0a0a;
const CARRIAGE_RETURNS = 0x0d0d0d0d;
/** From this length on, finding the end of a line takes less time than counting line feeds in its words. */
const LONG_LINE = 100;
/** In how many bytes they are counted after a short line. */
const BYTES_OF_SHORT_LINES = 16 * 63 * 4;
/** Zero bytes after the chunk, which end every token: so words of 4 bytes can be read at any offset, and loops need no check for the end. */
const PADDING = 16;

/** The position of a scan in a text that arrives in chunks: the current chunk, the next byte in it, and its line. */
export class Cursor {
  /** The current chunk. */
  bytes: Uint8Array = new Uint8Array(0);
  /** The current chunk, followed by zero bytes. */
  padded: Uint8Array<ArrayBuffer> = new Uint8Array(PADDING);
  /** The bytes of `padded`. */
  view = new DataView(this.padded.buffer);
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
      this.view = new DataView(this.padded.buffer);
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
    this.#last.advance(this.bytes, this.view, at);
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
  /** The byte before: a line feed belongs to a carriage return, and whether a byte is a character depends on it. */
  #previous = 0x80;

  get position(): TextPosition {
    return { line: this.#line, column: this.#column };
  }

  copy(): LineCounter {
    const copy = new LineCounter();
    copy.at = this.at;
    copy.#line = this.#line;
    copy.#column = this.#column;
    copy.#previous = this.#previous;
    return copy;
  }

  advance(bytes: Uint8Array, view: DataView, to: number): void {
    let from = this.at;
    if (from < to && this.#previous === CARRIAGE_RETURN && bytes[from] === LINE_FEED) {
      from++;
    }
    const breaks = countLineBreaks(bytes, view, from, to);
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
    this.#column += unitsBetween(bytes, view, from, to);
    if (from === 0 && to > 0 && this.#previous < 0x80 && isContinuation(bytes[0] ?? 0)) {
      // Invalid, which `countUnits` sees only by a byte of the chunk before.
      this.#column++;
    }
    this.#previous = (to > this.at ? bytes[to - 1] : undefined) ?? this.#previous;
    this.at = to;
  }
}

/** The number of line breaks, where the first byte is not the second one of a line break. */
function countLineBreaks(bytes: Uint8Array, view: DataView, from: number, to: number): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, to);
  let breaks = text.includes(CARRIAGE_RETURN, from) ? countLoneReturns(view, from, to) : 0;
  let at = from;
  for (let feed = text.indexOf(LINE_FEED, at); feed >= 0; feed = text.indexOf(LINE_FEED, at)) {
    const isShortLine = feed - at < LONG_LINE;
    breaks++;
    at = feed + 1;
    if (isShortLine) {
      const end = Math.min(at + BYTES_OF_SHORT_LINES, to);
      breaks += countLineFeeds(view, at, end);
      at = end;
    }
  }
  return breaks;
}

/** Without a branch for each byte, which would be mispredicted: four words in a step, counting in each byte of a word. */
function countLineFeeds(view: DataView, from: number, to: number): number {
  let others = 0;
  let at = from;
  while (at + 16 <= to) {
    const end = Math.min(to - 15, at + 16 * 63);
    let counts = 0;
    for (; at < end; at += 16) {
      counts =
        (counts +
          bytesOtherThanZero(view.getInt32(at, true) ^ LINE_FEEDS) +
          bytesOtherThanZero(view.getInt32(at + 4, true) ^ LINE_FEEDS) +
          bytesOtherThanZero(view.getInt32(at + 8, true) ^ LINE_FEEDS) +
          bytesOtherThanZero(view.getInt32(at + 12, true) ^ LINE_FEEDS)) |
        0;
    }
    others += sumOfBytes(counts);
  }
  let feeds = at - from - others;
  for (; at < to; at++) {
    feeds += view.getUint8(at) === LINE_FEED ? 1 : 0;
  }
  return feeds;
}

/** The number of carriage returns that are not before a line feed, counted in the same way. */
function countLoneReturns(view: DataView, from: number, to: number): number {
  let returns = 0;
  let at = from;
  while (at + 5 <= to) {
    const end = Math.min(to - 4, at + 4 * 255);
    let counts = 0;
    for (; at < end; at += 4) {
      const others = bytesOtherThanZero(view.getInt32(at, true) ^ CARRIAGE_RETURNS);
      counts = (counts + (bytesOtherThanZero(view.getInt32(at + 1, true) ^ LINE_FEEDS) & ~others)) | 0;
    }
    returns += sumOfBytes(counts);
  }
  for (; at < to; at++) {
    const isLone = at + 1 === to || view.getUint8(at + 1) !== LINE_FEED;
    returns += view.getUint8(at) === CARRIAGE_RETURN && isLone ? 1 : 0;
  }
  return returns;
}

function sumOfBytes(word: number): number {
  return (word & 0xff) + ((word >>> 8) & 0xff) + ((word >>> 16) & 0xff) + (word >>> 24);
}

/** A word with 1 in each byte that is not zero in this one. */
function bytesOtherThanZero(word: number): number {
  return ((((word & 0x7f7f7f7f) + 0x7f7f7f7f) | word) >>> 7) & 0x01010101;
}

/** Like `countUnits`, but faster on ASCII. */
function unitsBetween(bytes: Uint8Array, view: DataView, from: number, to: number): number {
  let units = 0;
  let at = from;
  for (; at + 4 <= to; at += 4) {
    units += (view.getInt32(at, true) & 0x80808080) === 0 ? 4 : countUnits(bytes, at, at + 4);
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

/** Only the beginning of a longer token is kept. */
const MAX_TOKEN_LENGTH = 65_536;

/** Keeps a token that continues in the next chunk, or its beginning. */
export class TokenBuffer {
  #bytes: Uint8Array = new Uint8Array(0);
  /** Whether bytes of the token are missing. */
  isCut = false;

  /** Appends the bytes from `from`. */
  keep(bytes: Uint8Array, from: number): void {
    const room = MAX_TOKEN_LENGTH - this.#bytes.length;
    this.isCut ||= bytes.length - from > room;
    if (room > 0) {
      this.#bytes = Buffer.concat([this.#bytes, bytes.subarray(from, from + room)]);
    }
  }

  /**
   * Returns the token, which ends before `to`, and clears the buffer. In its own buffer, `PADDING` bytes follow. Where the token is cut,
   * its end follows the beginning.
   */
  take(bytes: Uint8Array, start: number, to: number): Uint8Array {
    const kept = this.#bytes;
    if (kept.length === 0) {
      return bytes.subarray(start, to);
    }
    this.#bytes = new Uint8Array(0);
    this.isCut = false;
    const whole = Buffer.concat([kept, bytes.subarray(0, to), new Uint8Array(PADDING)]);
    return whole.subarray(0, -PADDING);
  }
}
