import { positionAt } from '../text/textPosition.ts';
import type { TextPosition } from '../text/textPosition.ts';
import { CARRIAGE_RETURN, LINE_FEED } from '../text/ascii.ts';

/** The classes of characters in a cell, one bit each. An empty cell has none. With `other`, the others don't count and may be missing. */
export const CHARACTERS = { digit: 1, sign: 2, point: 4, comma: 8, date: 16, exponent: 32, other: 64 } as const;
export const ALL_CHARACTERS = 0x7f;

/** Other facts about a cell, in the same number. */
export const CELL = {
  isQuoted: 0x80,
  /** The cell has a quote that does not open, close or escape anything. */
  hasStrayQuote: 0x100,
  /**
   * The cell is digits with a sign before them, a point or both, and not longer than `MAX_NUMBER_LENGTH`. It may be missing, for example
   * of a cell that is cut into chunks.
   */
  isNumber: 0x200,
  /** The cell is a date like `2026-01-31`. It may be missing, like `isNumber`. */
  isDate: 0x400,
  // How the record ends, of which the cell is the last.
  endsWithLf: 0x800,
  endsWithCrLf: 0x1000,
  endsWithCr: 0x2000,
  endsAtEndOfText: 0x4000,
} as const;
export const ENDS_RECORD = CELL.endsWithLf | CELL.endsWithCrLf | CELL.endsWithCr | CELL.endsAtEndOfText;

/** Whether the cell is the last of its record. */
export function endsRecord(bits: number): boolean {
  return (bits & ENDS_RECORD) !== 0;
}

/**
 * Whether a record is a blank line, and not a row. An empty value in quotes is a row.
 *
 * @param bits of all its cells.
 */
export function isBlankLine(bits: number, cellCount: number): boolean {
  return cellCount === 1 && (bits & (ALL_CHARACTERS | CELL.isQuoted)) === 0;
}

/**
 * Whether a record that is no blank line has only delimiters and empty quotes.
 *
 * @param bits of all its cells.
 */
export function isEmptyRow(bits: number): boolean {
  return (bits & ALL_CHARACTERS) === 0;
}

/**
 * Whether a row ends with a delimiter after which it has nothing, and for which the header has no column.
 *
 * @param bits of its last cell.
 */
export function hasTrailingDelimiter(bits: number, cellCount: number, columnCount: number): boolean {
  return cellCount === columnCount + 1 && (bits & (ALL_CHARACTERS | CELL.isQuoted)) === 0;
}

/** The length in bytes of the delimiter or line break after a cell, by its bits. */
export function separatorLength(bits: number): number {
  if ((bits & CELL.endsWithCrLf) !== 0) {
    return 2;
  }
  return (bits & CELL.endsAtEndOfText) !== 0 ? 0 : 1;
}

/** The bits that may show the type of a cell. */
export const TYPE_BITS = ALL_CHARACTERS | CELL.isNumber | CELL.isDate;

/** Which cells the scanner skips: those whose type in `ofCells` is that of their column in `ofColumns`. */
export interface SkippedTypes {
  /** The type of a cell by its `TYPE_BITS`. */
  readonly ofCells: Uint8Array;
  /** The type of each column, or of the first columns. */
  readonly ofColumns: Uint8Array;
}

export const NO_SKIPPED_TYPES: SkippedTypes = { ofCells: new Uint8Array(0), ofColumns: new Uint8Array(0) };

/** In bytes, unless it is of digits only. */
export const MAX_NUMBER_LENGTH = 48;

/** The value in a table of a byte that may end a run of plain bytes. Greater than every combination of `CHARACTERS`. */
export const STRUCTURE = 0x80;

const STRUCTURAL_IN_QUOTES = '"\r\n\0';

/** The class of each byte: one of `CHARACTERS` or `STRUCTURE`. */
export interface CharacterTables {
  readonly delimiter: number;
  /** Outside quotes. */
  readonly plain: Uint8Array;
  /** Inside quotes. */
  readonly quoted: Uint8Array;
}

export function characterTables(delimiter: number): CharacterTables {
  const quoted = new Uint8Array(256).fill(CHARACTERS.other);
  setAll(quoted, '0123456789', CHARACTERS.digit);
  setAll(quoted, '+-', CHARACTERS.sign);
  setAll(quoted, '.', CHARACTERS.point);
  setAll(quoted, ',', CHARACTERS.comma);
  setAll(quoted, '/:TZ ', CHARACTERS.date);
  setAll(quoted, 'eE', CHARACTERS.exponent);
  setAll(quoted, STRUCTURAL_IN_QUOTES, STRUCTURE);
  const plain = quoted.slice();
  plain[delimiter] = STRUCTURE;
  return { delimiter, plain, quoted };
}

function setAll(table: Uint8Array, characters: string, value: number): void {
  for (const character of characters) {
    table[character.charCodeAt(0)] = value;
  }
}

const CELLS = 4096;

/** How many numbers a cell has in a batch. */
export const CELL_STRIDE = 6;

// Which number of a cell is which. The first is the start of its text, which includes its quotes.
/** The end of its text. */
export const END = 1;
/** The bits of the cell, of `CHARACTERS` and `CELL`. */
export const BITS = 2;
/** Counted from 1. The next number is the start of that line. */
export const LINE = 3;
/** Counted from 0. */
export const COLUMN = 5;

/**
 * Finished cells as plain numbers, because creating objects would take longer than finding the cells. Starts and ends are offsets into
 * the bytes. The loops that run for most cells use the numbers from 1 to 5 directly.
 */
export class CellBatch {
  readonly cells = new Int32Array(CELLS * CELL_STRIDE);
  /** How many of the numbers are in use. */
  length = 0;
}

/** The position of the cell at this index of the batch. */
export function positionOfCell({ cells }: CellBatch, index: number, bytes: Uint8Array): TextPosition {
  const [start = 0, , , line = 1, lineStart = 0] = cells.subarray(index, index + CELL_STRIDE);
  return positionAt(bytes, line, lineStart, start);
}

/** The position of that cell's end. */
export function endPositionOfCell({ cells }: CellBatch, index: number, bytes: Uint8Array): TextPosition {
  const [start = 0, end = 0, , cellLine = 1, cellLineStart = 0] = cells.subarray(index, index + CELL_STRIDE);
  let line = cellLine;
  let lineStart = cellLineStart;
  for (let at = Math.max(start, 0); at < end; at++) {
    if (bytes[at] === LINE_FEED || (bytes[at] === CARRIAGE_RETURN && bytes[at + 1] !== LINE_FEED)) {
      line++;
      lineStart = at + 1;
    }
  }
  return positionAt(bytes, line, lineStart, end);
}
