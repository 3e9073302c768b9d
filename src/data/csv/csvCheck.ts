import type { UploadKind } from '../../model/upload.ts';
import type { Position } from '../dataProblem.ts';
import type { KindCheck, KindFindings } from '../kindCheck.ts';
import { placeBehind } from '../place.ts';
import type { ProblemList } from '../problemList.ts';
import { ALL_CHARACTERS, CELL, CELL_STRIDE, CellBatch, ENDS_RECORD } from './cellBatch.ts';
import { kindOfCell, KIND } from './cellKind.ts';
import { placeOfCell, placeOfCellEnd } from './cellPlace.ts';
import { CsvColumns } from './csvColumns.ts';
import { checkHeader, readHeader } from './csvHeader.ts';
import type { CsvHeader } from './csvHeader.ts';
import { CsvScanner } from './csvScanner.ts';
import { detectDialect, DIALECT_BYTES } from './dialect.ts';
import { FirstCsvRows } from './firstCsvRows.ts';
import { RecordWindow } from './recordWindow.ts';
import { RowEnds } from './rowEnds.ts';

/** How much is scanned at once. */
const PIECE_BYTES = 262_144;
/** A record that grows longer is let go of, cell by cell: on a quote that nothing closes it would grow to the end. */
const LONGEST_RECORD_BYTES = 1_048_576;

/** Checks CSV and TSV: the scanner finds the cells, and all that is asked of each is asked while it is at hand. */
export class CsvCheck implements KindCheck {
  readonly #kind: UploadKind;
  readonly #problems: ProblemList;
  readonly #ends: RowEnds;
  readonly #batch = new CellBatch();
  #delimiter: string | undefined;
  #scanner: CsvScanner | undefined;
  /** The text before the delimiter is decided. */
  readonly #head: Uint8Array[] = [];
  #headLength = 0;
  readonly #window = new RecordWindow();
  #isSepLine = false;
  #header: CsvHeader | undefined;
  #columns: CsvColumns | undefined;
  #rows = 0;
  readonly #firstRows = new FirstCsvRows();
  #nulBytes = 0;
  #firstNul: Position | undefined;
  // The current record.
  #recordStart = 0;
  #recordLine = 1;
  #cells = 0;
  #recordBits = 0;

  constructor(problems: ProblemList, kind: UploadKind) {
    this.#kind = kind;
    this.#problems = problems;
    this.#ends = new RowEnds(problems);
  }

  push(bytes: Uint8Array): void {
    if (this.#scanner !== undefined) {
      this.#scan(this.#scanner, bytes);
      return;
    }
    this.#head.push(Buffer.from(bytes));
    this.#headLength += bytes.length;
    if (this.#headLength >= DIALECT_BYTES) {
      this.#begin();
    }
  }

  position(): Position {
    // To begin now would be to judge the delimiter by less than there may be to come.
    return this.#scanner === undefined
      ? placeBehind(Buffer.concat(this.#head))
      : this.#scanner.positionAt(this.#window.bytes, this.#window.length);
  }

  end(): KindFindings {
    const scanner = this.#scanner ?? this.#begin();
    const openQuote = scanner.end(this.#window.bytes, this.#window.length, this.#batch);
    this.#takeCells();
    if (this.#header !== undefined && this.#columns !== undefined) {
      checkHeader(this.#header, this.#columns, this.#problems);
      this.#columns.report(this.#problems);
    }
    this.#ends.reportEnd();
    if (this.#firstNul !== undefined) {
      this.#problems.add({ code: 'nulByte', bytes: this.#nulBytes }, this.#firstNul);
    }
    if (openQuote !== undefined) {
      this.#problems.add({ code: 'unterminatedQuote' }, openQuote);
    } else if (this.#rows === 0) {
      this.#problems.add({ code: 'noRows' }, { line: 1, column: 1 });
    }
    return {
      rows: this.#rows,
      columns: this.#header?.names ?? [],
      delimiter: this.#delimiter,
      lineEnding: this.#ends.lineEnding,
      firstRows: this.#firstRows.read(this.#delimiter ?? ','),
    };
  }

  #begin(): CsvScanner {
    const head = Buffer.concat(this.#head);
    this.#head.length = 0;
    const { delimiter, sepLineLength } = detectDialect(head, this.#kind);
    this.#delimiter = delimiter;
    this.#isSepLine = sepLineLength > 0;
    const scanner = new CsvScanner(delimiter, {
      onStrayQuote: (position) => this.#problems.add({ code: 'strayQuote' }, position),
      onNul: (position) => {
        this.#nulBytes++;
        this.#firstNul ??= position();
      },
    });
    this.#scanner = scanner;
    if (this.#isSepLine) {
      this.#problems.add({ code: 'sepLine', delimiter }, { line: 1, column: 1 });
    }
    this.#scan(scanner, head);
    return scanner;
  }

  #scan(scanner: CsvScanner, bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
      let at = this.#window.length;
      this.#window.add(bytes.subarray(from, from + PIECE_BYTES));
      while (at < this.#window.length) {
        at = scanner.scan(this.#window.bytes, at, this.#window.length, this.#batch);
        this.#takeCells();
      }
      this.#letGo(scanner);
    }
  }

  /** Lets go of the records that are finished. */
  #letGo(scanner: CsvScanner): void {
    const { bytes, length } = this.#window;
    const isTooLong = length - Math.max(this.#recordStart, 0) > LONGEST_RECORD_BYTES;
    const by = isTooLong ? length : Math.max(this.#recordStart, 0);
    scanner.moveBack(bytes, by);
    this.#window.drop(by);
    this.#recordStart -= by;
  }

  #takeCells(): void {
    const batch = this.#batch;
    const { cells, length } = batch;
    const window = this.#window.bytes;
    let columns = this.#columns;
    let width = columns?.width ?? 0;
    let column = this.#cells;
    let recordBits = this.#recordBits;
    for (let index = 0; index < length; index += CELL_STRIDE) {
      const bits = cells[index + 2] ?? 0;
      recordBits |= bits;
      if (column === 0) {
        this.#recordLine = cells[index + 3] ?? 1;
      }
      if (columns !== undefined && column < width) {
        const kind = kindOfCell(bits, window, cells[index] ?? 0, cells[index + 1] ?? 0);
        if (kind !== KIND.empty) {
          columns.take(column, kind, index);
        }
      }
      column++;
      if ((bits & ENDS_RECORD) !== 0) {
        this.#takeRecord(index, column, recordBits);
        column = 0;
        recordBits = 0;
        columns = this.#columns;
        width = columns?.width ?? 0;
      }
    }
    batch.length = 0;
    this.#cells = column;
    this.#recordBits = recordBits;
  }

  /** @param index where in the batch the record's last cell is. */
  #takeRecord(index: number, cells: number, recordBits: number): void {
    const end = this.#batch.cells[index + 1] ?? 0;
    const bits = this.#batch.cells[index + 2] ?? 0;
    const ending = bits & ENDS_RECORD;
    const start = this.#recordStart;
    this.#recordStart = end + (ending === CELL.endsWithBoth ? 2 : ending === CELL.endsWithText ? 0 : 1);
    if (this.#ends.takeEnding(ending)) {
      this.#problems.add({ code: 'mixedLineEndings' }, placeOfCellEnd(this.#batch, index, this.#window.bytes));
    }
    if (this.#isSepLine) {
      this.#isSepLine = false;
      return;
    }
    const isEmpty = (recordBits & ALL_CHARACTERS) === 0;
    const isBlankLine = isEmpty && cells === 1 && (bits & CELL.isQuoted) === 0;
    if (isEmpty && (isBlankLine || this.#header !== undefined)) {
      this.#ends.takeEmptyRow(isBlankLine, this.#recordLine);
    } else {
      this.#ends.takeRow();
    }
    if (isBlankLine) {
      return;
    }
    if (this.#header === undefined) {
      this.#takeHeader(start, end);
    } else {
      this.#takeRow(start, end, cells);
    }
  }

  #takeHeader(start: number, end: number): void {
    // A header that is a megabyte long is none: all in it that could be read is that there are no names.
    this.#header =
      start < 0
        ? { names: [], positions: [] }
        : readHeader(this.#window.bytes.subarray(start, end), this.#delimiter ?? ',', this.#recordLine);
    const { names, positions } = this.#header;
    this.#columns = new CsvColumns(names, (index) => placeOfCell(this.#batch, index, this.#window.bytes));
    const second = positions[1];
    if (this.#delimiter !== undefined && this.#delimiter !== ',' && second !== undefined) {
      const position = { line: second.line, column: second.column - 1 };
      this.#problems.add({ code: 'otherDelimiter', delimiter: this.#delimiter }, position);
    }
  }

  #takeRow(start: number, end: number, cells: number): void {
    this.#rows++;
    const columns = this.#header?.names.length ?? 0;
    if (cells !== columns && columns > 0) {
      this.#problems.add({ code: 'raggedRow', cells, columns }, { line: this.#recordLine, column: 1 });
    }
    if (start >= 0) {
      this.#firstRows.take(this.#window.bytes, start, end);
    }
  }
}
