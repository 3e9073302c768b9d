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

/** The byte ends a run of plain characters in a string: a quote, a backslash or a control character. */
export const STRING_END = 1;
/** The byte may be part of a number. */
export const NUMBER_BYTE = 2;
/** The byte may be part of a word: `true`, `NaN`, or an unknown one. */
export const WORD_BYTE = 4;
/** The byte forms an escape sequence of two characters with the backslash before it. */
export const ESCAPED_BYTE = 8;

/** The classes of each byte: bits of the constants above. */
export const byteClass: Readonly<Uint8Array> = createTable();

function createTable(): Uint8Array {
  const table = new Uint8Array(256).fill(STRING_END, 0, 0x20);
  setAll(table, /["\\]/, STRING_END);
  setAll(table, /[-+.0-9eE]/, NUMBER_BYTE);
  setAll(table, /\w|[$-]/, WORD_BYTE);
  setAll(table, /["\\/bfnrt]/, ESCAPED_BYTE);
  return table;
}

function setAll(table: Uint8Array, pattern: RegExp, bit: number): void {
  for (let byte = 0; byte < 128; byte++) {
    if (pattern.test(String.fromCharCode(byte))) {
      table[byte] = (table[byte] ?? 0) | bit;
    }
  }
}
