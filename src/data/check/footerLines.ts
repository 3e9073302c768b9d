/** More lines are hardly a footer. */
const MAX_ROWS = 20;
/** From so many rows on that have the same number of cells, at least two, they are another table. */
const ROWS_OF_TABLE = 3;

/** The end of a text that is not part of its table, such as `Total rows: 2`. */
export interface Footer {
  /** The line of the empty record above it. */
  readonly line: number;
  /** The number of its records that have text. */
  readonly filledRows: number;
  /** The number of its records that are counted as rows, with those of only delimiters. */
  readonly rows: number;
}

/** Finds records at the end of CSV that are below an empty one and much shorter than the header. Only unusual records are added to it. */
export class FooterLines {
  #line = 0;
  #firstRow = 0;
  /** How many rows there are before the next record, if it follows immediately. */
  #rowsBeforeNext = -1;
  #filledRows = 0;
  /** Of each of these; 0 if they differ. */
  #cells = 0;

  /** Adds a blank line or a record of only delimiters. */
  addEmptyRecord(isBlankLine: boolean, line: number, rowsBefore: number): void {
    if (rowsBefore !== this.#rowsBeforeNext) {
      this.#line = line;
      this.#firstRow = rowsBefore;
      this.#filledRows = 0;
    }
    this.#rowsBeforeNext = isBlankLine ? rowsBefore : rowsBefore + 1;
  }

  /**
   * Adds a record with values and fewer cells than the header.
   *
   * @param hasText whether any value is neither a number nor a date: without a text, it may be a row of another table.
   */
  addShortRow(cells: number, columns: number, rowsBefore: number, hasText: boolean): void {
    const isBelow = rowsBefore === this.#rowsBeforeNext && cells * 2 < columns;
    const mayBeFooter = hasText || this.#filledRows > 0;
    this.#rowsBeforeNext = isBelow && mayBeFooter ? rowsBefore + 1 : -1;
    this.#cells = this.#filledRows === 0 || this.#cells === cells ? cells : 0;
    this.#filledRows++;
  }

  /** Call this after the last row. */
  find(rows: number): Footer | undefined {
    const isLast = rows === this.#rowsBeforeNext && this.#filledRows > 0 && this.#filledRows <= MAX_ROWS;
    const isTable = this.#filledRows >= ROWS_OF_TABLE && this.#cells > 1;
    return isLast && !isTable
      ? { line: this.#line, filledRows: this.#filledRows, rows: rows - this.#firstRow }
      : undefined;
  }
}
