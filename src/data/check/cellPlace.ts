import { CELL_STRIDE } from '../csv/cellBatch.ts';
import type { CellBatch } from '../csv/cellBatch.ts';
import { place } from '../text/textPosition.ts';
import type { Position } from '../text/textPosition.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Where the cell stands that begins at this index of the batch. */
export function placeOfCell({ cells }: CellBatch, index: number, bytes: Uint8Array): Position {
  const [start = 0, , , line = 1, lineStart = 0] = cells.subarray(index, index + CELL_STRIDE);
  return place(bytes, line, lineStart, start);
}

/** Where that cell ends. */
export function placeOfCellEnd({ cells }: CellBatch, index: number, bytes: Uint8Array): Position {
  const [start = 0, end = 0, , cellLine = 1, cellLineStart = 0] = cells.subarray(index, index + CELL_STRIDE);
  let line = cellLine;
  let lineStart = cellLineStart;
  for (let at = Math.max(start, 0); at < end; at++) {
    if (bytes[at] === LINE_FEED || (bytes[at] === CARRIAGE_RETURN && bytes[at + 1] !== LINE_FEED)) {
      line++;
      lineStart = at + 1;
    }
  }
  return place(bytes, line, lineStart, end);
}
