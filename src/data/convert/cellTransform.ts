import type { NumberColumns } from '../../model/upload.ts';
import { BITS, CELL_STRIDE, CellBatch, END, endsRecord, isBlankLine, separatorLength } from '../csv/cellBatch.ts';
import { CsvScanner } from '../csv/csvScanner.ts';
import { RecordWindow } from '../csv/recordWindow.ts';
import type { ByteTransform } from './byteTransform.ts';

/**
 * Writes a cell from `start` to `end`, quotes included, without the delimiter or line break after it. `bits`: facts about the cell
 * and how it ends (`CELL`). Called for every cell, in order. Not an object, because creating one for each cell would take longer.
 */
export type WriteCell = (out: ByteWriter, bytes: Uint8Array, start: number, end: number, bits: number) => void;

/** Writes a cell as it is. */
export const copyCell: WriteCell = (out, bytes, start, end) => out.copy(bytes, start, end);

/** Whether a cell is omitted with the delimiter before it. Called for every cell, in order. */
type IsOmitted = (bits: number) => boolean;

/** Rewrites the cells of CSV in UTF-8, and the delimiter between them. Everything else stays as it is. */
export class CellTransform implements ByteTransform {
  readonly #scanner: CsvScanner;
  readonly #delimiter: number;
  readonly #writeCell: WriteCell;
  readonly #isOmitted: IsOmitted | undefined;
  readonly #batch = new CellBatch();
  /** The bytes of the unfinished cell, followed by the current chunk. */
  readonly #window = new RecordWindow();
  /** Whether a delimiter follows the cells so far. It is written with the next cell, which may be omitted. */
  #isDelimiterPending = false;

  /** @param to the delimiter in place of `from`. */
  constructor(
    { from, to }: { readonly from: string; readonly to: string },
    writeCell: WriteCell,
    isOmitted?: IsOmitted,
  ) {
    this.#scanner = new CsvScanner(from);
    this.#delimiter = to.charCodeAt(0);
    this.#writeCell = writeCell;
    this.#isOmitted = isOmitted;
  }

  push(bytes: Uint8Array): Uint8Array {
    const window = this.#window;
    const out = new ByteWriter(bytes.length);
    let at = window.length;
    let written = 0;
    window.add(bytes);
    while (at < window.length) {
      at = this.#scanner.scan(window.bytes, at, window.length, this.#batch);
      written = this.#write(window.bytes, written, out);
    }
    this.#scanner.shift(window.bytes, written);
    window.drop(written);
    return out.written;
  }

  end(): Uint8Array {
    const { bytes, length } = this.#window;
    const out = new ByteWriter(length);
    const openQuote = this.#scanner.end(bytes, length, this.#batch);
    const written = this.#write(bytes, 0, out);
    if (openQuote !== undefined) {
      this.#writePendingDelimiter(out);
      out.copy(bytes, written, length);
    }
    return out.written;
  }

  /** Writes the finished cells. Returns the offset after the last one and its separator. */
  #write(window: Uint8Array, from: number, out: ByteWriter): number {
    const { cells, length } = this.#batch;
    const writeCell = this.#writeCell;
    const isOmitted = this.#isOmitted;
    let at = from;
    for (let index = 0; index < length; index += CELL_STRIDE) {
      const start = cells[index] ?? 0;
      const end = cells[index + END] ?? 0;
      const bits = cells[index + BITS] ?? 0;
      if (isOmitted?.(bits) !== true) {
        this.#writePendingDelimiter(out);
        writeCell(out, window, start, end, bits);
      }
      at = end + separatorLength(bits);
      const isLast = endsRecord(bits);
      this.#isDelimiterPending = !isLast;
      if (isLast) {
        out.copy(window, end, at);
      }
    }
    this.#batch.length = 0;
    return at;
  }

  #writePendingDelimiter(out: ByteWriter): void {
    if (this.#isDelimiterPending) {
      out.write(this.#delimiter);
    }
  }
}

/** Like `WriteCell`, with the column, counted from 0. */
type WriteRowCell = (
  out: ByteWriter,
  bytes: Uint8Array,
  start: number,
  end: number,
  bits: number,
  column: number,
) => void;

/** Rewrites the cells of some columns of CSV in UTF-8. The header and every other cell stay as they are. Begins with the header. */
export function transformColumns({ delimiter, columns }: NumberColumns, writeCell: WriteRowCell): ByteTransform {
  const isChosen = new Uint8Array(Math.max(...columns) + 1);
  columns.forEach((column) => (isChosen[column] = 1));
  return transformRows(delimiter, (out, bytes, start, end, bits, column) => {
    if (isChosen[column] === 1) {
      writeCell(out, bytes, start, end, bits, column);
    } else {
      out.copy(bytes, start, end);
    }
  });
}

/** Rewrites the cells of CSV in UTF-8 except those of the header, with which it begins. */
export function transformRows(delimiter: string, writeCell: WriteRowCell): ByteTransform {
  let column = 0;
  let isHeader = true;
  return new CellTransform({ from: delimiter, to: delimiter }, (out, bytes, start, end, bits) => {
    if (isHeader) {
      out.copy(bytes, start, end);
    } else {
      writeCell(out, bytes, start, end, bits, column);
    }
    if (!endsRecord(bits)) {
      column++;
      return;
    }
    // The check begins with the first line that is not blank, too.
    isHeader &&= column === 0 && isBlankLine(bits, 1);
    column = 0;
  });
}

/** A growing byte buffer to append to. */
export class ByteWriter {
  #bytes: Uint8Array;
  #length = 0;

  /** @param expectedLength the likely number of bytes; the buffer grows beyond it. */
  constructor(expectedLength: number) {
    this.#bytes = Buffer.allocUnsafeSlow(expectedLength);
  }

  write(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = byte;
  }

  copy(source: Uint8Array, start: number, end: number): void {
    this.#reserve(end - start);
    const bytes = this.#bytes;
    let length = this.#length;
    // Cells are short: calling `set` for each would be slower.
    for (let at = start; at < end; at++) {
      bytes[length++] = source[at] ?? 0;
    }
    this.#length = length;
  }

  /** Everything written so far. */
  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(byteLength: number): void {
    const needed = this.#length + byteLength;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
      larger.set(this.written);
      this.#bytes = larger;
    }
  }
}
