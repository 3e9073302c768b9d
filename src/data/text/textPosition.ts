/** A place in a text, as editors count: both from 1, the column in UTF-16 units. A BOM at the start has no column. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/*
 * Places in bytes that are scanned piece by piece are offsets. Once bytes are moved away, offsets into them are negative:
 * there, one stands for one UTF-16 unit of a line.
 */

/** Where the byte at `at` stands, in the line that begins at `lineStart`. */
export function place(bytes: Uint8Array, line: number, lineStart: number, at: number): Position {
  return { line, column: unitsBetween(bytes, lineStart, at) + 1 };
}

/** Where the byte stands that comes behind all of a text. */
export function placeBehind(bytes: Uint8Array): Position {
  let line = 1;
  let lineStart = 0;
  for (const [at, byte] of bytes.entries()) {
    if (byte === CARRIAGE_RETURN || byte === LINE_FEED) {
      line += byte === LINE_FEED && bytes[at - 1] === CARRIAGE_RETURN ? 0 : 1;
      lineStart = at + 1;
    }
  }
  return place(bytes, line, lineStart, bytes.length);
}

/** The start of a line, as it is once the bytes before `by` are gone, such that the column of `at` stays what it is. */
export function moved(bytes: Uint8Array, lineStart: number, at: number, by: number): number {
  if (lineStart >= by) {
    return lineStart - by;
  }
  return at < by ? at - by - unitsBetween(bytes, lineStart, at) : -unitsBetween(bytes, lineStart, by);
}

function unitsBetween(bytes: Uint8Array, from: number, to: number): number {
  return from < 0 ? Math.min(to, 0) - from + countUnits(bytes, 0, to) : countUnits(bytes, from, to);
}

/**
 * How many UTF-16 units the UTF-8 bytes stand for: what editors count columns in. Bytes that are no UTF-8 count as one, where
 * their neighbors show that.
 */
export function countUnits(bytes: Uint8Array, from: number, to: number): number {
  let units = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) {
      units++;
    } else if ((byte & 0xc0) !== 0x80) {
      units += byte >= 0xf0 && isContinuation(bytes[at + 1] ?? 0) ? 2 : 1;
    } else if ((bytes[at - 1] ?? 0x80) < 0x80) {
      units++;
    }
  }
  return units;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
