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
const HEX_DIGIT = 16;
/** The byte, right after a number, makes it a word: `-Infinity`. */
export const WORD_AFTER_NUMBER = 32;

/** The classes of each byte: bits of the constants above. */
export const byteClass: Readonly<Uint8Array> = createTable();

const BACKSLASH = 0x5c;
const LOWER_U = 0x75;
const FOUR_SPACES = 0x20202020;

/*
 * The functions below read padded bytes (see cursor.ts), whose zero bytes at the end stop them, and four bytes at once: in a word,
 * a byte below n, or equal to n, sets its highest bit in `word - nnnn`, or in `(word ^ nnnn) - 1111`. The lowest such bit is exact.
 */

/** The offset of the first byte that is not white space. */
export function endOfBlank(bytes: Uint8Array, words: DataView, from: number): number {
  let at = from;
  for (;;) {
    if (words.getInt32(at, true) === FOUR_SPACES) {
      at += 4;
    } else if (((byteClass[bytes[at] ?? 0] ?? 0) & BLANK) !== 0) {
      at++;
    } else {
      return at;
    }
  }
}

/** The offset of the first byte that is not part of the string: its quote, an invalid or incomplete escape, a control character, or the end. */
export function endOfString(bytes: Uint8Array, words: DataView, from: number): number {
  let at = from;
  for (;;) {
    const word = words.getInt32(at, true);
    const ends =
      ((word - 0x20202020) | ((word ^ 0x22222222) - 0x01010101) | ((word ^ 0x5c5c5c5c) - 0x01010101)) &
      ~word &
      0x80808080;
    if (ends === 0) {
      at += 4;
      continue;
    }
    at += (31 - Math.clz32(ends & -ends)) >> 3;
    if (bytes[at] !== BACKSLASH) {
      return at;
    }
    const length = escapeLength(bytes, at);
    if (length === 0) {
      return at;
    }
    at += length;
  }
}

/** The length of the escape sequence at a backslash; 0 if it is invalid or incomplete. */
function escapeLength(bytes: Uint8Array, at: number): number {
  const next = bytes[at + 1] ?? 0;
  if (((byteClass[next] ?? 0) & ESCAPED_BYTE) !== 0) {
    return 2;
  }
  const areDigits =
    (byteClass[bytes[at + 2] ?? 0] ?? 0) &
    (byteClass[bytes[at + 3] ?? 0] ?? 0) &
    (byteClass[bytes[at + 4] ?? 0] ?? 0) &
    (byteClass[bytes[at + 5] ?? 0] ?? 0) &
    HEX_DIGIT;
  return next === LOWER_U && areDigits !== 0 ? 6 : 0;
}

function createTable(): Uint8Array {
  const table = new Uint8Array(256);
  setAll(table, /[ \t\r\n]/, BLANK);
  setAll(table, /[-+.0-9eE]/, NUMBER_BYTE);
  setAll(table, /\w|[$-]/, WORD_BYTE);
  setAll(table, /["\\/bfnrt]/, ESCAPED_BYTE);
  setAll(table, /[0-9a-f]/i, HEX_DIGIT);
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
