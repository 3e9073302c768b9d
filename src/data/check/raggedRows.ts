import { BITS, hasTrailingDelimiter, positionOfCell } from '../csv/cellBatch.ts';
import { cellsOfRecord, countEmptyCellsAtEnd } from '../csv/cellText.ts';
import { CELL_TYPE, NUMBER_TYPES, typeOfText } from '../csv/cellType.ts';
import type { FoundCells } from '../csv/csvStream.ts';
import type { TextPosition } from '../text/textPosition.ts';
import { textOfBytes } from '../text/utf8.ts';
import type { CsvColumns } from './csvColumns.ts';
import { FooterLines } from './footerLines.ts';
import type { Footer } from './footerLines.ts';
import type { ProblemList } from './problemList.ts';

/** How much of a line below the table is read, in bytes. */
const FOOTER_TEXT_BYTES = 200;
/** How many of these lines are shown. */
const SHOWN_FOOTER_LINES = 2;

/** A row that has to be checked, by the index of its last cell in the batch and its offsets in the window. */
export interface RecordedRow {
  readonly index: number;
  /** Negative if its start was removed. */
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly cells: number;
  readonly isEmpty: boolean;
  /** Whether any cell is neither a number nor a date. */
  readonly hasText: boolean;
}

type FirstRow = readonly string[];

/** Reports rows that have more or fewer cells than the header, as one problem if all of them have the same reason. */
export class RaggedRows {
  readonly #problems: ProblemList;
  readonly #found: FoundCells;
  readonly #delimiter: string;
  readonly #columns: number;
  readonly #namedColumns: number;
  readonly #footer: FooterLines;
  #raggedRows = 0;
  #emptyRows = 0;
  #trailingDelimiters = 0;
  /** The position after it. */
  #firstTrailingDelimiter: TextPosition | undefined;
  /** How many ragged rows have a cell for each column up to the last one with a name. */
  #rowsOfNamedColumns = 0;

  constructor(problems: ProblemList, found: FoundCells, delimiter: string, names: readonly string[]) {
    this.#problems = problems;
    this.#found = found;
    this.#delimiter = delimiter;
    this.#columns = names.length;
    this.#namedColumns = names.findLastIndex((name) => name.trim() !== '') + 1;
    this.#footer = new FooterLines(this.#namedColumns);
  }

  /** Whether the next row, below this many, has to be added even if it has a cell for each column. */
  hasNext(rowsBefore: number): boolean {
    return this.#footer.mayContinue(rowsBefore);
  }

  /** Adds a blank line or a row of only delimiters. The row is also added by `addRow`. */
  addEmptyRecord(isBlankLine: boolean, line: number, rowsBefore: number): void {
    this.#footer.addEmptyRecord(isBlankLine, line, rowsBefore);
  }

  addRow(row: RecordedRow, rowsBefore: number): void {
    const { cells, isEmpty, hasText, line } = row;
    const columns = this.#columns;
    const mayBeFooter = this.hasNext(rowsBefore);
    if (isEmpty) {
      this.#emptyRows++;
    } else if (cells < columns || (cells === columns && mayBeFooter)) {
      const width = mayBeFooter ? this.#widthOf(row) : cells;
      const readText = (): string => this.#textOf(row);
      this.#footer.addRow({ cells, width, hasText, isShort: cells < columns, readText }, rowsBefore);
    }
    if (cells !== columns && columns > 0) {
      this.#raggedRows++;
      this.#problems.add({ code: 'raggedRow', cells, columns }, { line, column: 1 });
      this.#addTrailingDelimiter(row);
      this.#rowsOfNamedColumns += cells === this.#namedColumns && !mayBeFooter ? 1 : 0;
    }
  }

  /** The number of its cells up to the last one with a value. */
  #widthOf({ start, end, cells }: RecordedRow): number {
    return cells - countEmptyCellsAtEnd(this.#found.window.bytes.subarray(Math.max(start, 0), end), this.#delimiter);
  }

  #textOf({ start, end }: RecordedRow): string {
    const from = Math.max(start, 0);
    return textOfBytes(this.#found.window.bytes.subarray(from, Math.min(end, from + FOOTER_TEXT_BYTES)));
  }

  #addTrailingDelimiter({ index, cells }: RecordedRow): void {
    const { batch, window } = this.#found;
    if (hasTrailingDelimiter(batch.cells[index + BITS] ?? 0, cells, this.#columns)) {
      this.#trailingDelimiters++;
      this.#firstTrailingDelimiter ??= positionOfCell(batch, index, window.bytes);
    }
  }

  /**
   * Reports one problem instead of a ragged row each: that all rows have a trailing delimiter, and that all others are a footer. If they lack
   * only the last columns, which have neither names nor values, these are the problem. Call this after the last row.
   *
   * @param repeatedHeaders how many of the rows are like the header.
   * @param firstRows the cells of the first rows.
   * @returns how many rows with text the footer has.
   */
  report(rows: number, repeatedHeaders: number, columns: CsvColumns, firstRows: readonly FirstRow[]): number {
    const footer = this.#findFooter(rows, columns);
    const filledRows = footer?.filledRows ?? 0;
    const after = this.#firstTrailingDelimiter;
    const haveDelimiters = after !== undefined && this.#trailingDelimiters + repeatedHeaders + filledRows === rows;
    const withoutEmptyColumns = this.#haveUnnamedValues(columns) ? 0 : this.#rowsOfNamedColumns;
    const isAll = this.#raggedRows === this.#trailingDelimiters + withoutEmptyColumns + (footer?.shortRows ?? 0);
    if (!isAll || (after !== undefined && !haveDelimiters)) {
      return 0;
    }
    this.#problems.remove('raggedRow');
    if (haveDelimiters) {
      this.#problems.add({ code: 'trailingDelimiters' }, { line: after.line, column: after.column - 1 });
    }
    if (footer !== undefined) {
      this.#problems.removeFrom(footer.line, 'blankLines');
      this.#problems.removeFrom(footer.line, 'emptyRows');
      const texts = footer.records.slice(0, SHOWN_FOOTER_LINES).map(({ text }) => text.trim());
      const isCertain = !this.#beginsLikeRows(footer, firstRows);
      this.#problems.add({ code: 'footerLines', rows: filledRows, texts, isCertain }, { line: footer.line, column: 1 });
    }
    return filledRows;
  }

  /** Whether a row has a value to the right of the last column with a name. */
  #haveUnnamedValues(columns: CsvColumns): boolean {
    const unnamed = Array.from(
      { length: this.#columns - this.#namedColumns },
      (_, index) => this.#namedColumns + index,
    );
    return unnamed.some((index) => columns.hasValue(index));
  }

  /** The footer; undefined if its lines may be rows with few values. */
  #findFooter(rows: number, columns: CsvColumns): Footer | undefined {
    const footer = this.#footer.find(rows);
    if (footer === undefined || footer.rows === rows) {
      return undefined;
    }
    const { shortRows, filledRows, width } = footer;
    return shortRows === filledRows || this.#countFilledColumns(width, filledRows, columns) * 2 >= this.#namedColumns
      ? footer
      : undefined;
  }

  /**
   * Whether a record of the footer has as many cells as the rows and, as all first rows, begins with a number, or all begin with a date: it
   * may be a row without values in the other columns.
   */
  #beginsLikeRows({ records, firstRow }: Footer, firstRows: readonly FirstRow[]): boolean {
    const [type, ...otherTypes] = new Set(firstRows.slice(0, firstRow).map(([first = '']) => numberOrDate(first)));
    return (
      type !== undefined &&
      otherTypes.length === 0 &&
      records.some(
        ({ text, isShort }) => !isShort && numberOrDate(cellsOfRecord(text, this.#delimiter)[0] ?? '') === type,
      )
    );
  }

  /** How many columns, from this one on, have a value in each row that is neither empty nor in the footer. */
  #countFilledColumns(from: number, footerRows: number, columns: CsvColumns): number {
    let count = 0;
    for (let index = from; index < Math.min(this.#namedColumns, columns.width); index++) {
      count += columns.blanks.rowsWithout(index) === footerRows + this.#emptyRows ? 1 : 0;
    }
    return count;
  }
}

/** Undefined for a value that is neither, or is empty. */
function numberOrDate(value: string): 'number' | 'date' | undefined {
  const type = typeOfText(value);
  if (NUMBER_TYPES.has(type)) {
    return 'number';
  }
  return type === CELL_TYPE.date ? 'date' : undefined;
}
