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
  positionOfCell,
  separatorLength,
  TYPE_BITS,
} from '../csv/cellBatch.ts';
import type { CellBatch, SkippedTypes } from '../csv/cellBatch.ts';
import type { CellReader, FoundCells } from '../csv/csvStream.ts';
import type { CsvDialect } from '../csv/dialect.ts';
import type { RecordWindow } from '../csv/recordWindow.ts';
import type { ColumnTotals, TotalsRequest } from '../../model/columnTotals.ts';
import { CsvTotals } from '../totals/csvTotals.ts';
import { LastRows } from '../totals/lastRows.ts';
import { findTotalRows } from '../totals/totalRow.ts';
import { cellsOfRecord, valueOfCell } from '../csv/cellText.ts';
import { isShortenedNumber } from '../csv/shortenedNumber.ts';
import {
  CELL_TYPE,
  findTrailingMinus,
  hasDigitAndComma,
  NO_VALUE,
  TYPES_BY_BITS,
  typeOfCell,
  UNKNOWN,
} from '../csv/cellType.ts';
import { typeOfOtherCell } from '../csv/spacedNumber.ts';
import type { KindFindings } from './checkResult.ts';
import { CsvColumns, MAX_COLUMNS } from './csvColumns.ts';
import type { CommaFindings } from './csvColumns.ts';
import { textOfBytes } from '../text/utf8.ts';
import { checkHeader, NO_HEADER, positionOfName, readHeader } from './csvHeader.ts';
import type { CsvHeader } from './csvHeader.ts';
import type { ProblemList } from './problemList.ts';
import { ErrorValues } from './errorValues.ts';
import { FirstCsvRows } from './firstRows.ts';
import { checkFormattedNumbers } from './formattedNumbers.ts';
import { checkFormulaTexts } from './formulaTexts.ts';
import { KnownCells } from './knownCells.ts';
import { checkOnlyColumn } from './onlyColumn.ts';
import { checkRepeatedHeaders } from './repeatedHeaders.ts';
import { RowEnds } from './rowEnds.ts';
import { UnevenRows } from './unevenRows.ts';
import type { RecordedRow } from './unevenRows.ts';

const NO_TYPES = new Uint8Array(0);
const NO_COUNTS = new Uint32Array(0);

/** In bytes. A longer value is not a number that people write. */
const MAX_FIRST_TEXT_LENGTH = 200;

type EndedRecord = Pick<RecordedRow, 'index' | 'cells' | 'isEmpty' | 'hasText'>;

interface AddedRow extends RecordedRow {
  /** Its line, or that of the first of the empty records right above it. */
  readonly firstLine: number;
}

/** Groups cells into records, tells the header from the rows, and checks each record. */
export class CsvRecords implements CellReader {
  readonly #problems: ProblemList;
  readonly #delimiter: string;
  readonly #batch: CellBatch;
  readonly #window: RecordWindow;
  readonly #ends: RowEnds;
  readonly #firstRows = new FirstCsvRows();
  #header: CsvHeader | undefined;
  #columns: CsvColumns | undefined;
  #errors: ErrorValues | undefined;
  readonly #request: TotalsRequest;
  #totals: CsvTotals | undefined;
  readonly #lastRows: LastRows | undefined;
  /** Index in the batch of the first cell after the header, if that ends in the batch. */
  #firstOfRows = 0;
  #rows = 0;
  #repeatedHeaders = 0;
  #uneven: UnevenRows | undefined;
  // The current record.
  #start = 0;
  #line = 1;
  #cellsSeen = 0;
  #bits = 0;

  constructor(
    problems: ProblemList,
    { delimiter, sepLineLength, titles }: CsvDialect,
    { batch, window }: FoundCells,
    totals: TotalsRequest,
  ) {
    this.#problems = problems;
    this.#request = totals;
    this.#lastRows = totals === false ? undefined : new LastRows();
    this.#delimiter = delimiter;
    this.#batch = batch;
    this.#window = window;
    this.#ends = new RowEnds(problems);
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
    const batch = this.#batch;
    const { cells, length } = batch;
    const window = this.#window.bytes;
    let columns = this.#columns;
    let width = columns?.width ?? 0;
    let types = columns?.types ?? NO_TYPES;
    let emptyCells = columns?.empty ?? NO_COUNTS;
    let columnCount = this.#header?.names.length;
    let headerLength = this.#header?.written.length;
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
              columns?.addShortenedNumber(column, index);
            }
          }
          if (type === NO_VALUE || type === empty) {
            emptyCells[column] = (emptyCells[column] ?? 0) + 1;
          } else if (type !== types[column]) {
            columns?.addCellOfOtherType(column, type, index, this.#rows);
          }
        }
      }
      if ((bits & ENDS_RECORD) !== 0) {
        // The cells that the scanner left out are not empty, but texts.
        const isWhole = cellsSeen > column;
        const isEmpty = (recordBits & ALL_CHARACTERS) === 0 && isWhole;
        if ((bits & ENDS_RECORD) === usualEnding && column + 1 === columnCount && !isEmpty) {
          // A row like the others only has to be counted.
          const end = cells[index + END] ?? 0;
          if (end - this.#start === headerLength) {
            this.#findRepeatedHeader(this.#start, end);
          }
          this.#lastRows?.add(this.#start, end, this.#line);
          this.#start = end + (usualEnding === CELL.endsWithCrLf ? 2 : 1);
          this.#rows++;
        } else {
          const hasText = (recordBits & CHARACTERS.other) !== 0 || !isWhole;
          this.#addRecord({ index, cells: column + 1, isEmpty, hasText });
          columns = this.#columns;
          width = columns?.width ?? 0;
          types = columns?.types ?? NO_TYPES;
          emptyCells = columns?.empty ?? NO_COUNTS;
          columnCount = this.#header?.names.length;
          headerLength = this.#header?.written.length;
          usualEnding = this.#usualEnding;
        }
        cellsSeen = 0;
        recordBits = 0;
      }
    }
    this.#lastRows?.copy(window);
    this.#errors?.search({ batch, window: this.#window }, this.#firstOfRows, first, this.#start);
    // Last, because it changes numbers of the batch.
    this.#totals?.addCells(batch, this.#firstOfRows, window);
    this.#cellsSeen = cellsSeen;
    this.#bits = recordBits;
  }

  /** The ending of the rows that only have to be counted, if they have a cell for each column; 0 if all have to be checked. */
  get #usualEnding(): number {
    const mayBeUsual = this.#uneven?.hasNext(this.#rows) === false && this.#firstRows.isFull;
    return mayBeUsual ? this.#ends.usualEnding : 0;
  }

  /** With these, the scanner skips the cells that neither `readCells` nor the totals would look at. */
  get skippedTypes(): SkippedTypes {
    if (this.#columns === undefined) {
      return NO_SKIPPED_TYPES;
    }
    const { types } = this.#columns;
    return {
      ofCells: TYPES_BY_BITS,
      ofColumns: this.#totals === undefined ? types : this.#totals.skippedTypes(types),
    };
  }

  get start(): number {
    return this.#start;
  }

  shift(by: number): void {
    this.#start -= by;
  }

  end(): KindFindings {
    let firstRows: KindFindings['firstRows'] = [];
    let rowsBelowTable = 0;
    let withTrailingMinus: readonly number[] = [];
    let commas: CommaFindings = { decimalCommas: undefined, thousandsCommas: undefined };
    const [header, columns] = [this.#header, this.#columns];
    if (header !== undefined && columns !== undefined) {
      const cells = new KnownCells(header, columns, this.#firstRows, this.#delimiter);
      firstRows = cells.firstRows;
      rowsBelowTable = this.#uneven?.report(this.#rows, this.#repeatedHeaders, columns, firstRows) ?? 0;
      columns.end();
      this.#totals?.setTexts(columns.types);
      commas = this.#totals ? columns.findCommas(this.#delimiter, this.#totals.notations) : commas;
      checkHeader(header, columns, this.#problems);
      checkRepeatedHeaders(header, firstRows, this.#problems);
      checkOnlyColumn(header, firstRows, this.#problems);
      withTrailingMinus = checkFormattedNumbers(cells, columns, commas, this.#problems);
      checkFormulaTexts(cells, columns, this.#problems);
      this.#errors?.report(this.#problems);
      columns.report(this.#problems, {
        decimalCommas: commas.decimalCommas,
        positionOfName: (index) => positionOfName(header, index),
        isErrorValue: (index, position) => this.#errors?.isAt(index, position) === true,
      });
    }
    this.#ends.reportEnd();
    const totals = this.#request === false ? undefined : this.#readTotals();
    return {
      rows: this.#rows,
      columns: this.#header?.names ?? [],
      delimiter: this.#delimiter,
      lineEnding: this.#ends.lineEnding,
      firstRows,
      ...commas,
      trailingMinuses:
        withTrailingMinus.length === 0 ? undefined : { delimiter: this.#delimiter, columns: withTrailingMinus },
      totals,
      totalRow: this.#findTotalRow(totals ?? [], rowsBelowTable),
    };
  }

  #readTotals(): readonly ColumnTotals[] {
    const names = this.#header?.names.slice(0, this.#columns?.width) ?? [];
    return names.flatMap((name, index) => {
      const blanks = this.#columns?.rowsWithout(index) ?? 0;
      return this.#totals?.totalsOf(index, name, this.#rows, blanks) ?? [];
    });
  }

  #findTotalRow(totals: readonly ColumnTotals[], rowsBelowTable: number): KindFindings['totalRow'] {
    const rows = this.#lastRows?.above(rowsBelowTable) ?? [];
    const cells = rows.map(({ bytes }) => cellsOfRecord(textOfBytes(bytes), this.#delimiter));
    const found = findTotalRows(cells, totals);
    const first = rows.at(-(found?.rows ?? 0));
    return found && first && { line: first.line, linesAbove: first.linesAbove, ...found };
  }

  #addRecord(record: EndedRecord): void {
    const { index, cells, isEmpty } = record;
    const end = this.#batch.cells[index + END] ?? 0;
    const bits = this.#batch.cells[index + BITS] ?? 0;
    const ending = bits & ENDS_RECORD;
    const start = this.#start;
    this.#start = end + separatorLength(bits);
    if (this.#ends.addEnding(ending)) {
      this.#problems.add({ code: 'mixedLineEndings' }, endPositionOfCell(this.#batch, index, this.#window.bytes));
    }
    const isBlank = isBlankLine(bits, cells);
    const firstLine = this.#ends.firstEmptyLine ?? this.#line;
    if (isBlank || (isEmpty && this.#header !== undefined)) {
      this.#ends.addEmptyRow(isBlank, this.#line);
      this.#uneven?.addEmptyRecord(isBlank, this.#line, this.#rows);
    } else {
      this.#ends.addRow(this.#header?.names.length ?? 0);
    }
    if (isBlank) {
      this.#columns?.addBlankLine();
      return;
    }
    if (this.#header === undefined) {
      this.#addHeader(start, end);
      this.#firstOfRows = index + CELL_STRIDE;
    } else {
      this.#addRow(this.#header, { ...record, start, end, line: this.#line, firstLine });
    }
  }

  #addHeader(start: number, end: number): void {
    // A record of a megabyte is not a header: treat it as one without names.
    this.#header =
      start < 0 ? NO_HEADER : readHeader(this.#window.bytes.subarray(start, end), this.#delimiter, this.#line);
    const { names, positions } = this.#header;
    const found = { batch: this.#batch, window: this.#window };
    this.#uneven = new UnevenRows(this.#problems, found, this.#delimiter, names);
    const width = Math.min(names.length, MAX_COLUMNS);
    this.#totals = this.#request === false ? undefined : new CsvTotals(width, this.#request, this.#delimiter);
    const boundsOf = (index: number): readonly [start: number, end: number] => {
      const { cells } = this.#batch;
      return [cells[index] ?? 0, cells[index + END] ?? 0];
    };
    this.#errors = new ErrorValues(this.#delimiter, names, width);
    this.#columns = new CsvColumns(names, {
      positionOf: (index) => positionOfCell(this.#batch, index, this.#window.bytes),
      typeOfText: (index) => typeOfOtherCell(this.#window.bytes, ...boundsOf(index)),
      hasDigitAndComma: (index) => hasDigitAndComma(this.#window.bytes, ...boundsOf(index)),
      hasTrailingMinus: (index) => findTrailingMinus(this.#window.bytes, ...boundsOf(index)) >= 0,
      valueOf: (index) => {
        const [start, end] = boundsOf(index);
        return valueOfCell(
          textOfBytes(this.#window.bytes.subarray(start, Math.min(end, start + MAX_FIRST_TEXT_LENGTH))),
        );
      },
    });
    const second = positions[1];
    if (this.#delimiter !== ',' && second !== undefined) {
      const position = { line: second.line, column: second.column - 1 };
      this.#problems.add({ code: 'otherDelimiter', delimiter: this.#delimiter }, position);
    }
  }

  #addRow({ names }: CsvHeader, row: AddedRow): void {
    const { start, end, cells, isEmpty, line, firstLine } = row;
    this.#findRepeatedHeader(start, end);
    this.#uneven?.addRow(row, this.#rows);
    this.#rows++;
    this.#columns?.addShortRow(cells);
    if (cells === names.length && !isEmpty) {
      this.#lastRows?.add(start, end, line, firstLine);
    } else if (!isEmpty) {
      this.#lastRows?.addRaggedRow();
    }
    if (start >= 0) {
      this.#firstRows.add(this.#window.bytes, start, end, line);
    }
  }

  /** Reports a row that is written like the header. */
  #findRepeatedHeader(start: number, end: number): void {
    if (this.#header?.written.isRepeatedIn(this.#window.bytes, start, end) === true) {
      this.#repeatedHeaders++;
      this.#columns?.forgetChanges(this.#rows);
      this.#problems.add({ code: 'repeatedHeader', isCertain: true }, { line: this.#line, column: 1 });
    }
  }
}
