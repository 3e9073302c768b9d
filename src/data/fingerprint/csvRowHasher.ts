import type { UploadKind } from '../../model/upload.ts';
import { BITS, CELL, CELL_STRIDE, END, endsRecord, isBlankLine, separatorLength } from '../csv/cellBatch.ts';
import { valueOfCell } from '../csv/cellText.ts';
import { CsvScanner } from '../csv/csvScanner.ts';
import { CsvStream } from '../csv/csvStream.ts';
import type { CellReader } from '../csv/csvStream.ts';
import { textOfBytes } from '../text/utf8.ts';
import type { FingerprintColumns } from './fingerprintColumns.ts';
import { RowBytes } from './rowBytes.ts';
import type { RowHasher } from './rowHasher.ts';
import { orderLike } from './rowHasher.ts';
import type { RowHashes } from './rowHashes.ts';
import { QUOTE } from '../text/ascii.ts';

/** With a longer record, no row is compared. */
const MAX_RECORD_BYTES = 8_388_608;

interface CsvRowHasherOptions {
  readonly kind: UploadKind;
  readonly hashes: RowHashes;
  readonly values: FingerprintColumns;
  /** In whose order to hash the values, if these are the columns. */
  readonly columnsBefore: readonly string[];
}

/**
 * Reads the rows of CSV in UTF-8 without byte order mark, and hashes the values of their cells: not how these are quoted and delimited,
 * and not in which order the columns are, as long as it is known.
 */
export class CsvRowHasher implements RowHasher, CellReader {
  readonly #hashes: RowHashes;
  readonly #values: FingerprintColumns;
  readonly #columnsBefore: readonly string[];
  readonly #stream: CsvStream<CsvRowHasher>;
  readonly #names: string[] = [];
  #hasHeader = false;
  /** For each column of the rows to hash, its index in the file. Undefined: the same. */
  #order: readonly number[] | undefined;
  readonly #row = new RowBytes();
  readonly #reordered = new RowBytes();
  /** Where the values of the row end. */
  readonly #ends: number[] = [];
  #isWhole = true;
  // The current record.
  #start = 0;
  #cells = 0;
  #bits = 0;

  constructor({ kind, hashes, values, columnsBefore }: CsvRowHasherOptions) {
    this.#hashes = hashes;
    this.#values = values;
    this.#columnsBefore = columnsBefore;
    this.#stream = new CsvStream<CsvRowHasher>({
      kind,
      longestRecord: MAX_RECORD_BYTES,
      begin: ({ delimiter }) => ({ scanner: new CsvScanner(delimiter), reader: this }),
    });
  }

  get namesByIndex(): readonly string[] {
    return this.#names;
  }

  get columns(): readonly string[] {
    return this.#order === undefined ? this.#names : this.#columnsBefore;
  }

  get isWhole(): boolean {
    return this.#isWhole;
  }

  get start(): number {
    return this.#start;
  }

  push(bytes: Uint8Array): void {
    if (this.#isWhole) {
      this.#stream.push(bytes);
    }
  }

  end(): void {
    if (this.#isWhole) {
      this.#stream.end();
    }
  }

  shift(by: number): void {
    this.#isWhole &&= by <= this.#start;
    this.#start -= by;
  }

  readCells(): void {
    const { batch, window } = this.#stream.found;
    const { cells, length } = batch;
    const { bytes } = window;
    for (let index = 0; index < length; index += CELL_STRIDE) {
      const start = cells[index] ?? 0;
      const end = cells[index + END] ?? 0;
      const bits = cells[index + BITS] ?? 0;
      if (this.#hasHeader) {
        this.#addValue(bytes, start, end, bits);
      } else {
        this.#names.push(valueOfCell(textOfBytes(bytes.subarray(start, end))));
      }
      this.#cells++;
      this.#bits |= bits;
      if (endsRecord(bits)) {
        this.#start = end + separatorLength(bits);
        this.#endRecord();
        this.#row.length = 0;
        this.#cells = 0;
        this.#bits = 0;
      }
    }
  }

  #addValue(window: Uint8Array, start: number, end: number, bits: number): void {
    const row = this.#row;
    const column = this.#cells;
    const before = row.length;
    if ((bits & CELL.isQuoted) === 0) {
      row.add(window, start, end);
    } else if (window[end - 1] === QUOTE && (bits & CELL.hasStrayQuote) === 0) {
      row.addUnescaped(window, start + 1, end - 1);
    } else {
      row.addText(valueOfCell(textOfBytes(window.subarray(start, end))));
    }
    this.#values.add(column, row.bytes, before, row.length);
    row.endValue();
    this.#ends[column] = row.length;
  }

  #endRecord(): void {
    const isBlank = isBlankLine(this.#bits, this.#cells);
    if (!this.#hasHeader) {
      this.#hasHeader = !isBlank;
      this.#names.length = isBlank ? 0 : this.#names.length;
      this.#order = orderLike(this.#columnsBefore, this.#names);
    } else if (!isBlank) {
      this.#endRow();
    }
  }

  #endRow(): void {
    const row = this.#row;
    // A row that is too short lacks empty values.
    for (; this.#cells < this.#names.length; this.#cells++) {
      row.endValue();
      this.#ends[this.#cells] = row.length;
    }
    this.#hashes.add(this.#order === undefined ? row : this.#inOrder(this.#order));
    this.#values.keys.endRow(this.#names);
  }

  #inOrder(order: readonly number[]): RowBytes {
    const reordered = this.#reordered;
    const { bytes } = this.#row;
    reordered.length = 0;
    for (const column of order) {
      reordered.add(bytes, this.#ends[column - 1] ?? 0, this.#ends[column] ?? 0);
    }
    reordered.add(bytes, this.#ends[order.length - 1] ?? 0, this.#row.length);
    return reordered;
  }
}
