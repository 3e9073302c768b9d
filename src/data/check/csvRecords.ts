import {
  ALL_CHARACTERS,
  BITS,
  CELL,
  CELL_STRIDE,
  CHARACTERS,
  COLUMN,
  END,
  endPositionOfCell,
  ENDS_RECORD,
  isBlankLine,
  LINE,
  NO_SKIPPED_TYPES,
  separatorLength,
  TYPE_BITS,
} from '../csv/cellBatch.ts';
import type { SkippedTypes } from '../csv/cellBatch.ts';
import type { CellReader, FoundCells } from '../csv/csvStream.ts';
import type { CsvDialect } from '../csv/dialect.ts';
import type { TotalsRequest } from '../../model/columnTotals.ts';
import { CELL_TYPE, NO_VALUE, TYPES_BY_BITS, typeOfCell, UNKNOWN } from '../csv/cellType.ts';
import { isShortenedNumber } from '../csv/shortenedNumber.ts';
import { NOTHING_FOUND } from './checkResult.ts';
import type { KindFindings } from './checkResult.ts';
import { NO_HEADER, readHeader } from './csvHeader.ts';
import { CsvTable } from './csvTable.ts';
import { LineBreaks } from './lineBreaks.ts';
import type { ProblemList } from './problemList.ts';
import type { RecordedRow } from './raggedRows.ts';

const NO_TYPES = new Uint8Array(0);
const NO_COUNTS = new Uint32Array(0);

type EndedRecord = Pick<RecordedRow, 'index' | 'cells' | 'isEmpty' | 'hasText'>;

/** Groups cells into records, and tells the header from the rows. */
export class CsvRecords implements CellReader {
  readonly #problems: ProblemList;
  readonly #delimiter: string;
  readonly #found: FoundCells;
  readonly #totals: TotalsRequest;
  readonly #lineBreaks: LineBreaks;
  /** From the end of the header on. */
  #table: CsvTable | undefined;
  /** Index in the batch of the first cell after the header, if that ends in the batch. */
  #firstOfRows = 0;
  // The current record.
  #start = 0;
  #line = 1;
  #cellsSeen = 0;
  #bits = 0;

  constructor(
    problems: ProblemList,
    { delimiter, sepLineLength, titles }: CsvDialect,
    found: FoundCells,
    totals: TotalsRequest,
  ) {
    this.#problems = problems;
    this.#delimiter = delimiter;
    this.#found = found;
    this.#totals = totals;
    this.#lineBreaks = new LineBreaks(problems);
    if (sepLineLength > 0) {
      problems.add({ code: 'sepLine', delimiter }, { line: 1, column: 1 });
    }
    if (titles !== undefined) {
      problems.add({ code: 'titleLines', lines: titles.lines }, { line: sepLineLength > 0 ? 2 : 1, column: 1 });
    }
  }

  readCells(): void {
    // In variables: the properties of objects would be read anew for each cell.
    const { empty } = CELL_TYPE;
    const knownTypes = TYPES_BY_BITS;
    const typeBits = TYPE_BITS;
    const { cells, length } = this.#found.batch;
    const window = this.#found.window.bytes;
    let table = this.#table;
    let width = table?.columns.width ?? 0;
    let types = table?.columns.types ?? NO_TYPES;
    let emptyCells = table?.columns.blanks.empty ?? NO_COUNTS;
    let columnCount = table?.header.names.length;
    let usualEnding = this.#usualEnding;
    let cellsSeen = this.#cellsSeen;
    let recordBits = this.#bits;
    const first = { offset: this.#start, line: cellsSeen === 0 ? (cells[LINE] ?? 1) : this.#line };
    this.#firstOfRows = 0;
    for (let index = 0; index < length; index += CELL_STRIDE) {
      const bits = cells[index + BITS] ?? 0;
      const column = cells[index + COLUMN] ?? 0;
      recordBits |= bits;
      cellsSeen++;
      if (column === 0) {
        this.#line = cells[index + LINE] ?? 1;
      }
      if (column < width) {
        let type = knownTypes[bits & typeBits] ?? UNKNOWN;
        if (type !== types[column]) {
          if (type === UNKNOWN) {
            const start = cells[index] ?? 0;
            const end = cells[index + END] ?? 0;
            type = typeOfCell(bits, window, start, end);
            if (isShortenedNumber(bits, window, start, end)) {
              table?.columns.addShortenedNumber(column, index);
            }
          }
          if (type === NO_VALUE || type === empty) {
            emptyCells[column] = (emptyCells[column] ?? 0) + 1;
          } else if (type !== types[column]) {
            table?.columns.addCellOfOtherType(column, type, index, table.rows);
          }
        }
      }
      if ((bits & ENDS_RECORD) !== 0) {
        // The cells that the scanner left out are not empty, but texts.
        const isWhole = cellsSeen > column;
        const isEmpty = (recordBits & ALL_CHARACTERS) === 0 && isWhole;
        if ((bits & ENDS_RECORD) === usualEnding && column + 1 === columnCount && !isEmpty) {
          const end = cells[index + END] ?? 0;
          table?.countRow(this.#start, end, this.#line);
          this.#start = end + (usualEnding === CELL.endsWithCrLf ? 2 : 1);
        } else {
          const hasText = (recordBits & CHARACTERS.other) !== 0 || !isWhole;
          this.#addRecord({ index, cells: column + 1, isEmpty, hasText });
          table = this.#table;
          width = table?.columns.width ?? 0;
          types = table?.columns.types ?? NO_TYPES;
          emptyCells = table?.columns.blanks.empty ?? NO_COUNTS;
          columnCount = table?.header.names.length;
          usualEnding = this.#usualEnding;
        }
        cellsSeen = 0;
        recordBits = 0;
      }
    }
    table?.addCells(this.#firstOfRows, first, this.#start);
    this.#cellsSeen = cellsSeen;
    this.#bits = recordBits;
  }

  /** The ending of the rows that only have to be counted, if they have a cell for each column; 0 if all have to be checked. */
  get #usualEnding(): number {
    return this.#table?.mayCountRows === true ? this.#lineBreaks.usualEnding : 0;
  }

  get skippedTypes(): SkippedTypes {
    return this.#table?.skippedTypes ?? NO_SKIPPED_TYPES;
  }

  get start(): number {
    return this.#start;
  }

  shift(by: number): void {
    this.#start -= by;
  }

  end(): KindFindings {
    const nothing = { ...NOTHING_FOUND, delimiter: this.#delimiter, totals: this.#totals === false ? undefined : [] };
    const findings = this.#table?.end() ?? nothing;
    this.#lineBreaks.reportEnd();
    return { ...findings, lineEnding: this.#lineBreaks.lineEnding };
  }

  #addRecord(record: EndedRecord): void {
    const { index, cells, isEmpty } = record;
    const { batch, window } = this.#found;
    const end = batch.cells[index + END] ?? 0;
    const bits = batch.cells[index + BITS] ?? 0;
    const start = this.#start;
    this.#start = end + separatorLength(bits);
    if (this.#lineBreaks.addEnding(bits & ENDS_RECORD)) {
      this.#problems.add({ code: 'mixedLineEndings' }, endPositionOfCell(batch, index, window.bytes));
    }
    const isBlank = isBlankLine(bits, cells);
    const firstLine = this.#lineBreaks.firstEmptyLine ?? this.#line;
    if (isBlank || (isEmpty && this.#table !== undefined)) {
      this.#lineBreaks.addEmptyRow(isBlank, this.#line);
      this.#table?.addEmptyRecord(isBlank, this.#line);
    } else {
      this.#lineBreaks.addRow(this.#table?.header.names.length ?? 0);
    }
    if (isBlank) {
      return;
    }
    if (this.#table === undefined) {
      this.#table = this.#readHeader(start, end);
      this.#firstOfRows = index + CELL_STRIDE;
    } else {
      this.#table.addRow({ ...record, start, end, line: this.#line, firstLine });
    }
  }

  #readHeader(start: number, end: number): CsvTable {
    const [problems, delimiter, found] = [this.#problems, this.#delimiter, this.#found];
    // A record of a megabyte is not a header: treat it as one without names.
    const header = start < 0 ? NO_HEADER : readHeader(found.window.bytes.subarray(start, end), delimiter, this.#line);
    const second = header.positions[1];
    if (delimiter !== ',' && second !== undefined) {
      const position = { line: second.line, column: second.column - 1 };
      problems.add({ code: 'otherDelimiter', delimiter }, position);
    }
    return new CsvTable(header, { delimiter, problems, found, totals: this.#totals });
  }
}
