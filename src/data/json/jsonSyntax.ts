import { BACKSLASH, LOWER_U } from '../text/ascii.ts';

/** What may come next in JSON. Plain numbers, because they are compared for every token. */
export const STATE = {
  value: 0,
  valueOrClose: 1,
  valueAfterComma: 2,
  keyOrClose: 3,
  keyAfterComma: 4,
  colon: 5,
  afterValue: 6,
  // Inside a token.
  inString: 7,
  inEscape: 8,
  inNumber: 9,
  inWord: 10,
  failed: 11,
  // In a comment.
  afterSlash: 12,
  inLineComment: 13,
  inBlockComment: 14,
  afterStar: 15,
} as const;

/** The byte is white space. */
export const BLANK = 1;
/** The byte may be part of a number. */
export const NUMBER_BYTE = 2;
/** The byte may be part of a word: `true`, `NaN`, or an unknown one. */
export const WORD_BYTE = 4;
/** The byte forms an escape sequence of two characters with the backslash before it. */
const ESCAPED_BYTE = 8;
/** The byte, right after a number, makes it a word: `-Infinity`. */
export const WORD_AFTER_NUMBER = 16;

/** The classes of each byte: bits of the constants above. */
export const byteClass: Readonly<Uint8Array> = createTable();
const hexPairs: Readonly<Uint8Array> = createHexPairs();

const FOUR_SPACES = 0x20202020;

/*
 * The functions below read padded bytes (see cursor.ts), whose zero bytes at the end stop them, and four bytes at once: in a word,
 * a byte below n, or equal to n, sets its highest bit in `word - nnnn`, or in `(word ^ nnnn) - 1111`. The lowest such bit is exact.
 */

/** The offset of the first byte that is not white space. */
export function endOfBlank(bytes: Uint8Array, view: DataView, from: number): number {
  let at = from;
  for (;;) {
    if (view.getInt32(at, true) === FOUR_SPACES) {
      at += 4;
    } else if (((byteClass[bytes[at] ?? 0] ?? 0) & BLANK) !== 0) {
      at++;
    } else {
      return at;
    }
  }
}

/** The offset of the first byte that is not part of the string: its quote, an invalid or incomplete escape, a control character, or the end. */
export function endOfString(bytes: Uint8Array, view: DataView, from: number): number {
  let at = from;
  for (;;) {
    const word = view.getInt32(at, true);
    const ends =
      ((word - 0x20202020) | ((word ^ 0x22222222) - 0x01010101) | ((word ^ 0x5c5c5c5c) - 0x01010101)) &
      ~word &
      0x80808080;
    if (ends === 0) {
      at += 4;
      continue;
    }
    at += firstMarked(ends);
    if (bytes[at] !== BACKSLASH) {
      return at;
    }
    const next = view.getUint8(at + 1);
    if (((byteClass[next] ?? 0) & ESCAPED_BYTE) !== 0) {
      at += 2;
    } else if (next === LOWER_U && areHexDigits(view, at + 2)) {
      at += 6;
    } else {
      return at;
    }
  }
}

/**
 * The first byte of a word whose highest bit is set. Branches instead of `clz32`: the processor predicts them and reads on, which saves
 * an eighth of the time where there are many escapes.
 */
function firstMarked(bits: number): number {
  if ((bits & 0x80) !== 0) {
    return 0;
  }
  if ((bits & 0x80_00) !== 0) {
    return 1;
  }
  return (bits & 0x80_00_00) === 0 ? 3 : 2;
}

/** Whether the four bytes are hexadecimal digits. */
function areHexDigits(view: DataView, at: number): boolean {
  return ((hexPairs[view.getUint16(at)] ?? 0) & (hexPairs[view.getUint16(at + 2)] ?? 0)) !== 0;
}

/** By two bytes, 1 if both are hexadecimal digits: two lookups for the four digits of an escape sequence are much faster than four. */
function createHexPairs(): Uint8Array {
  const pairs = new Uint8Array(65_536);
  const digits = Buffer.from('0123456789abcdefABCDEF');
  for (const first of digits) {
    for (const second of digits) {
      pairs[first * 256 + second] = 1;
    }
  }
  return pairs;
}

function createTable(): Uint8Array {
  const table = new Uint8Array(256);
  setAll(table, /[ \t\r\n]/, BLANK);
  setAll(table, /[-+.0-9eE]/, NUMBER_BYTE);
  setAll(table, /\w|[$-]/, WORD_BYTE);
  setAll(table, /["\\/bfnrt]/, ESCAPED_BYTE);
  setAll(table, /I/, WORD_AFTER_NUMBER);
  return table;
}

function setAll(table: Uint8Array, pattern: RegExp, bit: number): void {
  for (let byte = 0; byte < 128; byte++) {
    if (pattern.test(String.fromCharCode(byte))) {
      table[byte] = (table[byte] ?? 0) | bit;
    }
  }
}
