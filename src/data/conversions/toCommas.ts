import { textOfBytes } from '../byteText.ts';
import { CELL, CELL_STRIDE, CellBatch } from '../csv/cellBatch.ts';
import { CsvScanner, guarded } from '../csv/csvScanner.ts';
import { needsNewQuotes, quoteCell, valueOfCell } from '../csv/quoteCell.ts';
import type { ByteTransform } from './byteTransform.ts';
import { NO_BYTES } from './byteTransform.ts';

const COMMA = Buffer.from(',');

/** Puts commas where another delimiter separates the cells of CSV in UTF-8, and quotes around cells that hold a comma. */
export class ToCommas implements ByteTransform {
  readonly #delimiter: string;
  readonly #scanner: CsvScanner;
  readonly #batch = new CellBatch();
  /** The bytes of the cell that is not finished. */
  #rest: Uint8Array = NO_BYTES;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
    this.#scanner = new CsvScanner(delimiter);
  }

  push(bytes: Uint8Array): Uint8Array {
    const window = Buffer.concat([this.#rest, guarded(bytes)]);
    const to = window.length - 1;
    const out: Uint8Array[] = [];
    let written = 0;
    for (let at = this.#rest.length; at < to;) {
      at = this.#scanner.scan(window, at, to, this.#batch);
      written = this.#write(window, written, out);
    }
    this.#scanner.moveBack(window, written);
    this.#rest = window.subarray(written, to);
    return Buffer.concat(out);
  }

  end(): Uint8Array {
    const out: Uint8Array[] = [];
    const openQuote = this.#scanner.end(this.#rest, this.#rest.length, this.#batch);
    const written = this.#write(this.#rest, 0, out);
    if (openQuote !== undefined) {
      out.push(this.#rest.subarray(written));
    }
    return Buffer.concat(out);
  }

  /** Writes the finished cells. Returns how far they reach, with what ends them. */
  #write(window: Uint8Array, from: number, out: Uint8Array[]): number {
    const { cells, length } = this.#batch;
    let at = from;
    for (let index = 0; index < length; index += CELL_STRIDE) {
      const [start = 0, end = 0, bits = 0] = cells.subarray(index, index + CELL_STRIDE);
      const cell = window.subarray(start, end);
      out.push(needsNewQuotes(bits) ? Buffer.from(quoteCell(valueOfCell(textOfBytes(cell), this.#delimiter))) : cell);
      at = end + separatorLength(bits);
      out.push(isBetweenCells(bits) ? COMMA : window.subarray(end, at));
    }
    this.#batch.length = 0;
    return at;
  }
}

function isBetweenCells(bits: number): boolean {
  return bits < CELL.endsWithLineFeed;
}

function separatorLength(bits: number): number {
  return (bits & CELL.endsWithBoth) !== 0 ? 2 : (bits & CELL.endsWithText) !== 0 ? 0 : 1;
}
