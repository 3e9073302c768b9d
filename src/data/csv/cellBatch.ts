/** What stands in a cell: one bit for each class of character that occurs in it. No bit: the cell is empty. */
export const CHARACTERS = { digit: 1, sign: 2, point: 4, comma: 8, date: 16, exponent: 32, other: 64 } as const;
export const ALL_CHARACTERS = 0x7f;

/** More about a cell, in the same number. */
export const CELL = {
  isQuoted: 0x80,
  /** A quote stands where it neither opens nor closes the cell, nor is doubled. */
  hasStrayQuote: 0x100,
  endsWithLineFeed: 0x200,
  endsWithBoth: 0x400,
  endsWithCarriageReturn: 0x800,
  endsWithText: 0x1000,
} as const;
/** The cell is its record's last. */
export const ENDS_RECORD = CELL.endsWithLineFeed | CELL.endsWithBoth | CELL.endsWithCarriageReturn | CELL.endsWithText;

const CELLS = 4096;

/** Numbers a cell takes in a batch. */
export const CELL_STRIDE = 5;

/**
 * Finished cells, as plain numbers side by side, because objects would cost more than finding the cells. Of each: where its
 * text begins and ends (quotes included), its bits, its line, and where that line begins. Places are offsets into the bytes.
 */
export class CellBatch {
  readonly cells = new Int32Array(CELLS * CELL_STRIDE);
  /** How many of the numbers are in use. */
  length = 0;
}
