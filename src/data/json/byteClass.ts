/** The byte ends a run of plain characters in a string: a quote, a backslash or a control character. */
export const TEXT_END = 1;
/** The byte may be part of a number. */
export const NUMBER_BYTE = 2;
/** The byte may be part of `true`, `NaN` or whatever else stands where a value should. */
export const WORD_BYTE = 4;

/** The byte may follow a backslash, and nothing belongs to it. */
export const ESCAPED_BYTE = 8;

/** What each byte may be. */
export const byteClass: Readonly<Uint8Array> = createTable();

function createTable(): Uint8Array {
  const table = new Uint8Array(256).fill(TEXT_END, 0, 0x20);
  mark(table, /["\\]/, TEXT_END);
  mark(table, /[-+.0-9eE]/, NUMBER_BYTE);
  mark(table, /\w|[$-]/, WORD_BYTE);
  mark(table, /["\\/bfnrt]/, ESCAPED_BYTE);
  return table;
}

function mark(table: Uint8Array, pattern: RegExp, bit: number): void {
  for (let byte = 0; byte < 128; byte++) {
    if (pattern.test(String.fromCharCode(byte))) {
      table[byte] = (table[byte] ?? 0) | bit;
    }
  }
}
