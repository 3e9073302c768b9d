import { BACKSLASH, isQuoteOrSpace, LOWER_CASE_BIT, LOWER_N } from '../text/ascii.ts';

const LOWER_NULL = Buffer.from('null');
const OPENING = Buffer.from('(<[');
const CLOSING = Buffer.from(')>]');
const UPPER_N = 0x4e;

/**
 * Whether the value of a cell, also in quotes, is a text that programs write for a missing value: `NULL` (SQL Server, MySQL), also in lower
 * case and in the brackets of several tools, or `\N` (MySQL, PostgreSQL). Not `Null`, which is also a name of people. False if `start` is
 * negative.
 */
export function isNullCell(bytes: Uint8Array, start: number, end: number): boolean {
  let from = start;
  let to = end;
  while (from < to && isQuoteOrSpace(bytes[from] ?? 0)) {
    from++;
  }
  while (to > from && isQuoteOrSpace(bytes[to - 1] ?? 0)) {
    to--;
  }
  switch (to - from) {
    case 2:
      return bytes[from] === BACKSLASH && bytes[from + 1] === UPPER_N;
    case 4:
      return isNullAt(bytes, from);
    case 6:
      return isNullAt(bytes, from + 1) && isInBrackets(bytes[from] ?? 0, bytes[to - 1] ?? 0);
    default:
      return false;
  }
}

/** The same for a value. */
export function isNullText(value: string): boolean {
  const bytes = Buffer.from(value);
  return isNullCell(bytes, 0, bytes.length);
}

/** The offset of the first `NULL`, `null` or `\N`, also in a longer text; -1 if there is none. */
export function indexOfNull(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length - 1; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === BACKSLASH ? bytes[at + 1] === UPPER_N : (byte | LOWER_CASE_BIT) === LOWER_N && isNullAt(bytes, at)) {
      return at;
    }
  }
  return -1;
}

/** Whether `NULL` or `null` is at this offset. */
function isNullAt(bytes: Uint8Array, at: number): boolean {
  // Not with a text: this is called for each such cell of a column, which may have millions.
  const caseBit = (bytes[at] ?? 0) & LOWER_CASE_BIT;
  for (let index = 0; index < 4; index++) {
    const lower = LOWER_NULL[index] ?? 0;
    if (bytes[at + index] !== lower - LOWER_CASE_BIT + caseBit) {
      return false;
    }
  }
  return true;
}

function isInBrackets(opening: number, closing: number): boolean {
  return CLOSING[OPENING.indexOf(opening)] === closing;
}
