import { countUnits } from '../text/textPosition.ts';
import type { TextPosition } from '../text/textPosition.ts';
import { textBetween } from '../text/utf8.ts';
import { CELL, CELL_STRIDE, CellBatch, CHARACTERS } from './cellBatch.ts';
import { CsvScanner } from './csvScanner.ts';
import { guarded } from './recordWindow.ts';
import { QUOTE, SPACE } from '../text/ascii.ts';

/** Scans a whole text and hands over its cells batch by batch. Returns the position of a quote that is never closed. */
export function scanAll(
  text: Uint8Array,
  delimiter: string,
  onCells: (batch: CellBatch) => void,
): TextPosition | undefined {
  const bytes = guarded(text);
  const scanner = new CsvScanner(delimiter);
  const batch = new CellBatch();
  const handOver = () => {
    onCells(batch);
    batch.length = 0;
  };
  for (let at = 0; at < text.length;) {
    at = scanner.scan(bytes, at, text.length, batch);
    handOver();
  }
  const openQuote = scanner.end(bytes, text.length, batch);
  handOver();
  return openQuote;
}

/** The values of the cells in a record without its line break. A quote that is never closed reaches to the record's end. */
export function cellsOfRecord(record: string, delimiter: string): readonly string[] {
  const values: string[] = [];
  const bytes = Buffer.from(record);
  let next = 0;
  const openQuote = scanAll(bytes, delimiter, ({ cells, length }) => {
    for (let index = 0; index < length; index += CELL_STRIDE) {
      const [start = 0, end = 0] = cells.subarray(index, index + 2);
      values.push(valueOfCell(textBetween(bytes, start, end)));
      next = end + 1;
    }
  });
  if (openQuote !== undefined) {
    values.push(unescapeQuotes(textBetween(bytes, next + 1, bytes.length)));
  }
  return values;
}

/**
 * The positions of the cells in a record without its line break.
 *
 * @param firstLine the line in which the record begins.
 */
export function positionsOfCells(record: Uint8Array, delimiter: string, firstLine: number): readonly TextPosition[] {
  const positions: TextPosition[] = [];
  let units = 0;
  let counted = 0;
  scanAll(record, delimiter, ({ cells, length }) => {
    for (let index = 0; index < length; index += CELL_STRIDE) {
      const [start = 0, , , line = 1, lineStart = 0] = cells.subarray(index, index + CELL_STRIDE);
      // Counted from cell to cell: counting each from the start of the line takes quadratic time.
      units = lineStart > counted ? countUnits(record, lineStart, start) : units + countUnits(record, counted, start);
      counted = start;
      positions.push({ line: firstLine + line - 1, column: units + 1 });
    }
  });
  return positions;
}

/** How many cells at the end of a record, without its line break, have at most blanks or empty quotes. */
export function countEmptyCellsAtEnd(record: Uint8Array, delimiter: string): number {
  const delimiterByte = delimiter.charCodeAt(0);
  let count = 0;
  for (let end = record.length; ;) {
    const isEmptyQuote = record[end - 1] === QUOTE && record[end - 2] === QUOTE && record[end - 3] === delimiterByte;
    if (isEmptyQuote) {
      end -= 2;
    } else if (record[end - 1] === delimiterByte) {
      count++;
      end--;
    } else if (record[end - 1] === SPACE) {
      end--;
    } else {
      return count;
    }
  }
}

/** The value of a cell as written, including its quotes and the white space after them. */
export function valueOfCell(written: string): string {
  return written.startsWith('"') ? unescapeQuotes(written.trimEnd().slice(1, -1)) : written;
}

/** Stray quotes stay as they are. */
function unescapeQuotes(text: string): string {
  return text.replaceAll('""', '"');
}

/** Quotes a value. */
export function quoteCell(value: string): string {
  return `"${value.replaceAll('"', '""')}"`;
}

/**
 * Whether a cell must be quoted again when its delimiter is replaced by a comma.
 *
 * @param hasComma whether there is a comma in it, called only if the bits don't tell.
 */
export function needsNewQuotes(bits: number, hasComma: () => boolean): boolean {
  if ((bits & CELL.isQuoted) !== 0) {
    return (bits & CELL.hasStrayQuote) !== 0;
  }
  return (bits & CHARACTERS.other) === 0 ? (bits & CHARACTERS.comma) !== 0 : hasComma();
}

/** Quotes a cell that needs it. */
export function quoteAnew(written: string, bits: number): string {
  return quoteCell(hasQuotes(bits) ? valueOfCell(written) : written);
}

/** Whether a cell has quotes as written. Without them, its text is its value. */
export function hasQuotes(bits: number): boolean {
  return (bits & (CELL.isQuoted | CELL.hasStrayQuote)) !== 0;
}
