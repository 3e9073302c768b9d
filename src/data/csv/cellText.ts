import { CELL_STRIDE, CellBatch } from './cellBatch.ts';
import { CsvScanner, guarded } from './csvScanner.ts';

/** The values of a whole record's cells, without its line break. A quote that is still open at its end reaches to there. */
export function cellsOfRecord(record: string, delimiter: string): readonly string[] {
  const values: string[] = [];
  const bytes = guarded(Buffer.from(record));
  const to = bytes.length - 1;
  const scanner = new CsvScanner(delimiter);
  const batch = new CellBatch();
  let next = 0;
  const take = () => {
    for (let index = 0; index < batch.length; index += CELL_STRIDE) {
      const [start = 0, end = 0] = batch.cells.subarray(index, index + 2);
      values.push(valueOfCell(textBetween(bytes, start, end)));
      next = end + 1;
    }
    batch.length = 0;
  };
  for (let at = 0; at < to;) {
    at = scanner.scan(bytes, at, to, batch);
    take();
  }
  const openQuote = scanner.end(bytes, to, batch);
  take();
  if (openQuote !== undefined) {
    values.push(withoutDoubledQuotes(textBetween(bytes, next + 1, to)));
  }
  return values;
}

/** The value of a whole cell as it is written, quotes and the blanks behind them included. */
export function valueOfCell(written: string): string {
  return written.startsWith('"') ? withoutDoubledQuotes(written.trimEnd().slice(1, -1)) : written;
}

/** Stray quotes stay as they are. */
function withoutDoubledQuotes(text: string): string {
  return text.replaceAll('""', '"');
}

function textBetween(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString();
}
