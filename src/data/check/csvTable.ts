import type { ColumnTotals, TotalsRequest } from '../../model/columnTotals.ts';
import type { SkippedTypes } from '../csv/cellBatch.ts';
import { cellsOfRecord } from '../csv/cellText.ts';
import { TYPES_BY_BITS } from '../csv/cellType.ts';
import type { FoundCells } from '../csv/csvStream.ts';
import { textOfBytes } from '../text/utf8.ts';
import { CsvTotals } from '../totals/csvTotals.ts';
import { LastRows } from '../totals/lastRows.ts';
import { findTotalRows } from '../totals/totalRow.ts';
import { BatchCells } from './batchCells.ts';
import type { KindFindings } from './checkResult.ts';
import type { CommaFindings } from './columnCommas.ts';
import { CsvColumns } from './csvColumns.ts';
import { checkHeader, checkRepeatedHeaders, positionOfName } from './csvHeader.ts';
import type { CsvHeader } from './csvHeader.ts';
import { ErrorValues } from './errorValues.ts';
import { FirstCsvRows } from './firstRows.ts';
import { checkFormattedNumbers } from './formattedNumbers.ts';
import { checkFormulaTexts } from './formulaTexts.ts';
import { KnownCells } from './knownCells.ts';
import { NullTexts } from './nullTexts.ts';
import { checkOnlyColumn } from './onlyColumn.ts';
import type { ProblemList } from './problemList.ts';
import { RaggedRows } from './raggedRows.ts';
import type { RecordedRow } from './raggedRows.ts';
import type { RecordStart } from './recordSearch.ts';

interface TableOptions {
  readonly delimiter: string;
  readonly problems: ProblemList;
  readonly found: FoundCells;
  readonly totals: TotalsRequest;
}

interface AddedRow extends RecordedRow {
  /** Its line, or that of the first of the empty records right above it. */
  readonly firstLine: number;
}

/** Checks the rows below a header. */
export class CsvTable {
  readonly header: CsvHeader;
  readonly columns: CsvColumns;
  readonly #problems: ProblemList;
  readonly #delimiter: string;
  readonly #found: FoundCells;
  readonly #firstRows = new FirstCsvRows();
  readonly #lastRows: LastRows | undefined;
  readonly #ragged: RaggedRows;
  readonly #errors: ErrorValues;
  readonly #nullTexts: NullTexts;
  readonly #totals: CsvTotals | undefined;
  #rows = 0;
  #repeatedHeaders = 0;

  constructor(header: CsvHeader, { delimiter, problems, found, totals }: TableOptions) {
    const { names } = header;
    this.header = header;
    this.columns = new CsvColumns(names, new BatchCells(found));
    const { width } = this.columns;
    this.#problems = problems;
    this.#delimiter = delimiter;
    this.#found = found;
    this.#lastRows = totals === false ? undefined : new LastRows();
    this.#ragged = new RaggedRows(problems, found, delimiter, names);
    this.#errors = new ErrorValues(delimiter, names, width);
    this.#nullTexts = new NullTexts(delimiter, names, width);
    this.#totals = totals === false ? undefined : new CsvTotals(width, totals, delimiter);
  }

  get rows(): number {
    return this.#rows;
  }

  /** Whether a row with a cell for each column only has to be counted. */
  get mayCountRows(): boolean {
    return this.#firstRows.isFull && !this.#ragged.hasNext(this.#rows);
  }

  /** With these, the scanner skips the cells at which neither the check of columns nor the totals would look. */
  get skippedTypes(): SkippedTypes {
    const { types } = this.columns;
    return { ofCells: TYPES_BY_BITS, ofColumns: this.#totals?.skippedTypes(types) ?? types };
  }

  /** Adds a row that is like the others. */
  countRow(start: number, end: number, line: number): void {
    if (end - start === this.header.written.length) {
      this.#findRepeatedHeader(start, end, line);
    }
    this.#lastRows?.add(start, end, line);
    this.#rows++;
  }

  addRow(row: AddedRow): void {
    const { start, end, cells, isEmpty, line, firstLine } = row;
    this.#findRepeatedHeader(start, end, line);
    this.#ragged.addRow(row, this.#rows);
    this.#rows++;
    this.columns.blanks.addShortRow(cells);
    if (cells === this.header.names.length && !isEmpty) {
      this.#lastRows?.add(start, end, line, firstLine);
    } else if (!isEmpty) {
      this.#lastRows?.addRaggedRow();
    }
    if (start >= 0) {
      this.#firstRows.add(this.#found.window.bytes, start, end, line);
    }
  }

  /** Adds a blank line, or a row of only delimiters, which is also added by `addRow`. */
  addEmptyRecord(isBlank: boolean, line: number): void {
    this.#ragged.addEmptyRecord(isBlank, line, this.#rows);
    if (isBlank) {
      this.columns.blanks.addBlankLine();
    }
  }

  /**
   * Adds the cells of the batch. Call this after its rows were added.
   *
   * @param firstIndex that of the first cell of a row in the batch.
   * @param first where the record of that cell begins.
   * @param end of the last record that ends in the batch.
   */
  addCells(firstIndex: number, first: RecordStart, end: number): void {
    const { batch, window } = this.#found;
    this.#lastRows?.copy(window.bytes);
    const searched = { ...this.#found, firstIndex, first, end };
    this.#errors.search(searched);
    this.#nullTexts.search(searched);
    // Last, because it changes numbers of the batch.
    this.#totals?.addCells(batch, firstIndex, window.bytes);
  }

  /** Reports what is known only after the last row. */
  end(): Omit<KindFindings, 'lineEnding'> {
    const { header, columns } = this;
    const [problems, delimiter, totals] = [this.#problems, this.#delimiter, this.#totals];
    const cells = new KnownCells(header, columns, this.#firstRows, delimiter);
    const { firstRows } = cells;
    const rowsBelowTable = this.#ragged.report(this.#rows, this.#repeatedHeaders, columns, firstRows);
    columns.end();
    totals?.setTexts(columns.types);
    const commas: CommaFindings =
      totals === undefined
        ? { decimalCommas: undefined, thousandsCommas: undefined }
        : columns.commas.find(columns.numberColumns(), delimiter, totals.notations);
    checkHeader(header, columns, problems);
    checkRepeatedHeaders(header, firstRows, problems);
    checkOnlyColumn(header, firstRows, problems);
    const withFormats = checkFormattedNumbers(cells, columns, commas, problems);
    checkFormulaTexts(cells, columns, problems);
    this.#nullTexts.report(columns, problems);
    this.#errors.report(problems);
    columns.report(problems, {
      decimalCommas: commas.decimalCommas,
      positionOfName: (index) => positionOfName(header, index),
      isErrorValue: (index, position) => this.#errors.isAt(index, position),
    });
    const columnTotals = totals && this.#readTotals(totals);
    return {
      rows: this.#rows,
      columns: header.names,
      delimiter,
      firstRows,
      ...commas,
      formattedNumbers: withFormats.length === 0 ? undefined : { delimiter, columns: withFormats },
      totals: columnTotals,
      totalRow: columnTotals && this.#findTotalRow(columnTotals, rowsBelowTable),
    };
  }

  #readTotals(totals: CsvTotals): readonly ColumnTotals[] {
    return this.header.names
      .slice(0, this.columns.width)
      .map((name, index) => totals.totalsOf(index, name, this.#rows, this.columns.blanks.rowsWithout(index)));
  }

  #findTotalRow(totals: readonly ColumnTotals[], rowsBelowTable: number): KindFindings['totalRow'] {
    const rows = this.#lastRows?.above(rowsBelowTable) ?? [];
    const cells = rows.map(({ bytes }) => cellsOfRecord(textOfBytes(bytes), this.#delimiter));
    const found = findTotalRows(cells, totals);
    const first = rows.at(-(found?.rows ?? 0));
    return found && first && { line: first.line, linesAbove: first.linesAbove, ...found };
  }

  /** Reports a row that is written like the header. */
  #findRepeatedHeader(start: number, end: number, line: number): void {
    if (this.header.written.isRepeatedIn(this.#found.window.bytes, start, end)) {
      this.#repeatedHeaders++;
      this.columns.forgetChanges(this.#rows);
      this.#problems.add({ code: 'repeatedHeader', isCertain: true }, { line, column: 1 });
    }
  }
}
