import { isContinuation } from './utf8.ts';
import { CARRIAGE_RETURN, LINE_FEED } from './ascii.ts';

/** A position in a text as editors count: both from 1, the column in UTF-16 units. A BOM at the start has no column. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** What is between two positions. The end is exclusive. */
export interface TextRange extends TextPosition {
  readonly endLine: number;
  readonly endColumn: number;
}

/*
 * Text is scanned chunk by chunk, and positions are kept as offsets into the chunk. Offsets of bytes that are gone are negative:
 * there, one stands for one UTF-16 unit of the line.
 */

/** The position of the byte at `at` in the line that begins at `lineStart`. */
export function positionAt(bytes: Uint8Array, line: number, lineStart: number, at: number): TextPosition {
  return { line, column: unitsBetween(bytes, lineStart, at) + 1 };
}

/** The position after a text that begins at `start`. */
export function positionAfter({ line, column }: TextPosition, text: string): TextPosition {
  const lines = text.split(/\r\n|\n|\r/);
  const lastLength = lines.at(-1)?.length ?? 0;
  return { line: line + lines.length - 1, column: (lines.length > 1 ? 1 : column) + lastLength };
}

/** The position after the last byte of a text. */
export function endPosition(bytes: Uint8Array): TextPosition {
  let line = 1;
  let lineStart = 0;
  for (const [at, byte] of bytes.entries()) {
    if (byte === CARRIAGE_RETURN || byte === LINE_FEED) {
      line += byte === LINE_FEED && bytes[at - 1] === CARRIAGE_RETURN ? 0 : 1;
      lineStart = at + 1;
    }
  }
  return positionAt(bytes, line, lineStart, bytes.length);
}

/** The start of a line after the bytes before `by` were removed. The column of `at` stays the same. */
export function shiftLineStart(bytes: Uint8Array, lineStart: number, at: number, by: number): number {
  if (lineStart >= by) {
    return lineStart - by;
  }
  return at < by ? at - by - unitsBetween(bytes, lineStart, at) : -unitsBetween(bytes, lineStart, by);
}

/** An offset in scanned bytes. Its position is computed only when needed, because counting columns takes time. */
export class LazyPosition {
  #at = 0;
  #line = 1;
  #lineStart = 0;

  set(at: number, line: number, lineStart: number): void {
    this.#at = at;
    this.#line = line;
    this.#lineStart = lineStart;
  }

  positionIn(bytes: Uint8Array): TextPosition {
    return positionAt(bytes, this.#line, this.#lineStart, this.#at);
  }

  /** Call this when the bytes before `by` are removed and the others move to the front. */
  shift(bytes: Uint8Array, by: number): void {
    this.#lineStart = shiftLineStart(bytes, this.#lineStart, this.#at, by);
    this.#at -= by;
  }
}

function unitsBetween(bytes: Uint8Array, from: number, to: number): number {
  return from < 0 ? Math.min(to, 0) - from + countUnits(bytes, 0, to) : countUnits(bytes, from, to);
}

/**
 * The number of UTF-16 units that the UTF-8 bytes encode: what editors count columns in. An invalid byte counts as one unit where
 * its neighbors show that it is invalid.
 */
export function countUnits(bytes: Uint8Array, from: number, to: number): number {
  let units = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) {
      units++;
    } else if (!isContinuation(byte)) {
      units += byte >= 0xf0 && isContinuation(bytes[at + 1] ?? 0) ? 2 : 1;
    } else if ((bytes[at - 1] ?? 0x80) < 0x80) {
      units++;
    }
  }
  return units;
}
