import { BITS, CELL_STRIDE, COLUMN, END, endsRecord, LINE } from '../csv/cellBatch.ts';
import type { FoundCells } from '../csv/csvStream.ts';

/** Where a record begins. */
export interface RecordStart {
  readonly offset: number;
  readonly line: number;
}

/** The cells of a batch whose records are searched. */
export interface SearchedCells extends FoundCells {
  /** The index of the first cell to search, which may not be the first of its record. */
  readonly firstIndex: number;
  /** Where the record of that cell begins; at a negative offset if its start was removed. */
  readonly first: RecordStart;
  /** The end of the last of these records in the window. */
  readonly end: number;
}

/**
 * Searches the bytes of the records that end in a batch, because the scanner leaves out cells of text.
 *
 * @param next the offset of the next text that is searched for; -1 if there is none.
 * @param read called with each record that has such a text, with the offset of the first one in it, and the line in which the record begins.
 */
export function searchRecords(
  { batch, window, firstIndex, first, end }: SearchedCells,
  next: (bytes: Buffer, from: number) => number,
  read: (record: Buffer, at: number, line: number) => void,
): void {
  const bytes = Buffer.from(window.bytes.buffer, window.bytes.byteOffset, end);
  const { cells, length } = batch;
  let { offset, line } = first;
  const from = cells[firstIndex + COLUMN] === 0 ? (cells[firstIndex] ?? 0) : offset;
  let at = next(bytes, Math.max(from, 0));
  for (let index = firstIndex; index < length && at >= 0; index += CELL_STRIDE) {
    if (cells[index + COLUMN] === 0) {
      offset = cells[index] ?? 0;
      line = cells[index + LINE] ?? 1;
    }
    const endOfCell = cells[index + END] ?? 0;
    if (endsRecord(cells[index + BITS] ?? 0) && at < endOfCell) {
      if (offset >= 0) {
        read(bytes.subarray(offset, endOfCell), at - offset, line);
      }
      at = next(bytes, endOfCell);
    }
  }
}
