import { positionAt, shiftLineStart } from '../text/textPosition.ts';
import type { TextPosition } from '../text/textPosition.ts';
import { CELL, CELL_STRIDE } from './cellBatch.ts';
import type { CellBatch } from './cellBatch.ts';

/** Where in a record a scan is. Plain numbers, because the scanner's loop compares them for every cell. */
export const CELL_START = 0;
export const UNQUOTED = 1;
export const QUOTED = 2;
export const AFTER_QUOTE = 3;
export const AFTER_CARRIAGE_RETURN = 4;

/**
 * What a CSV scan keeps from one chunk to the next. Starts are offsets into the bytes. Of bytes that are gone they are negative:
 * there, one stands for one UTF-16 unit of the line.
 */
export class ScanState {
  state = CELL_START;
  /** The bits of the current cell, of `CHARACTERS` and `CELL`. */
  bits = 0;
  /** The column of the current cell, counted from 0. */
  column = 0;
  line = 1;
  lineStart = 0;
  cellStart = 0;
  cellLine = 1;
  cellLineStart = 0;
  /** The last of the bytes that are gone. */
  byteBefore = 0;

  /**
   * Adds the current cell, which ends at `end`, to the batch. Returns `next`, where the next cell starts.
   *
   * @param ending how it ends its record, a bit of `CELL`; 0 if a delimiter ends it.
   */
  endCell(end: number, next: number, ending: number, batch: CellBatch): number {
    batch.cells.set(
      [this.cellStart, end, this.bits | ending, this.cellLine, this.cellLineStart, this.column],
      batch.length,
    );
    batch.length += CELL_STRIDE;
    this.state = CELL_START;
    this.column++;
    if (ending !== 0) {
      this.column = 0;
      this.line++;
      this.lineStart = next;
    }
    return next;
  }

  /** Ends the text at `to` and adds its last cell to the batch. Returns the position of a quote that is never closed. */
  end(bytes: Uint8Array, to: number, batch: CellBatch): TextPosition | undefined {
    if (this.state === QUOTED) {
      return positionAt(bytes, this.cellLine, this.cellLineStart, this.cellStart);
    }
    if (this.state === CELL_START) {
      if (this.column === 0) {
        return undefined;
      }
      // The text ends in a delimiter: an empty cell follows it.
      this.bits = 0;
      this.cellStart = to;
      this.cellLine = this.line;
      this.cellLineStart = this.lineStart;
    }
    const isLineBreak = this.state === AFTER_CARRIAGE_RETURN;
    this.endCell(isLineBreak ? to - 1 : to, to, isLineBreak ? CELL.endsWithCr : CELL.endsAtEndOfText, batch);
    return undefined;
  }

  /** Call this when the bytes before `by` (not 0) are removed and the others move to the front. */
  shift(bytes: Uint8Array, by: number): void {
    this.byteBefore = bytes[by - 1] ?? 0;
    this.cellLineStart = shiftLineStart(bytes, this.cellLineStart, this.cellStart, by);
    this.cellStart -= by;
    this.lineStart = shiftLineStart(bytes, this.lineStart, by, by);
  }

  /** The position of the byte at `at`, the next one to scan. */
  positionAt(bytes: Uint8Array, at: number): TextPosition {
    return this.state === AFTER_CARRIAGE_RETURN
      ? { line: this.line + 1, column: 1 }
      : positionAt(bytes, this.line, this.lineStart, at);
  }
}
