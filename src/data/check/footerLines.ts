/** More lines are unlikely to be a footer. */
const MAX_ROWS = 20;
/** This many rows with the same number of cells, at least two, are another table. */
const ROWS_OF_TABLE = 3;

/** The end of a text that is not part of its table, such as `Total rows: 2`. */
export interface Footer {
  /** The line of the empty record above it. */
  readonly line: number;
  /** The number of its records that have text. */
  readonly filledRows: number;
  /** The number of records with text that have fewer cells than the header. */
  readonly shortRows: number;
  /** The number of records that are counted as rows: with text, or of only delimiters. */
  readonly rows: number;
  /** The columns from this one on have no value in it. */
  readonly width: number;
  /** How many rows come before it. */
  readonly firstRow: number;
  /** The beginnings of its records that have text. */
  readonly records: readonly FooterRecord[];
}

interface FooterRecord {
  /** At most 200 bytes of it. */
  readonly text: string;
  /** Whether it has fewer cells than the header. */
  readonly isShort: boolean;
}

/** A record with values. */
interface FilledRow {
  readonly cells: number;
  /** The number of these up to the last one with a value. */
  readonly width: number;
  /** Whether any value is neither a number nor a date. */
  readonly hasText: boolean;
  /** Whether it has fewer cells than the header. */
  readonly isShort: boolean;
  readonly readText: () => string;
}

/**
 * Finds records at the end of CSV that are below an empty one and have values in far fewer cells than the header. Only unusual records are
 * added to it: empty ones, those with fewer cells than the header, and any that follow them immediately.
 */
export class FooterLines {
  readonly #columns: number;
  #line = 0;
  #firstRow = 0;
  /** How many rows there are before the next record, if it follows immediately. */
  #rowsBeforeNext = -1;
  #filledRows = 0;
  #shortRows = 0;
  /** The number of cells of each record; 0 if they differ. */
  #cells = 0;
  #width = 0;
  #records: FooterRecord[] = [];

  /** @param columns how many columns have a name. */
  constructor(columns: number) {
    this.#columns = columns;
  }

  /** Whether the next record, below this many rows, may be a part of a footer. */
  mayContinue(rowsBefore: number): boolean {
    return rowsBefore === this.#rowsBeforeNext;
  }

  /** Adds a blank line or a record of only delimiters. */
  addEmptyRecord(isBlankLine: boolean, line: number, rowsBefore: number): void {
    if (rowsBefore !== this.#rowsBeforeNext) {
      this.#line = line;
      this.#firstRow = rowsBefore;
      this.#filledRows = 0;
      this.#shortRows = 0;
      this.#width = 0;
      this.#records = [];
    }
    this.#rowsBeforeNext = isBlankLine ? rowsBefore : rowsBefore + 1;
  }

  /** Adds a record with values. The first of a footer has a text: without one, it may be a row of another table. */
  addRow({ cells, width, hasText, isShort, readText }: FilledRow, rowsBefore: number): void {
    const isBelow = this.mayContinue(rowsBefore) && width * 2 < this.#columns;
    const mayBeFooter = hasText || this.#filledRows > 0;
    this.#rowsBeforeNext = isBelow && mayBeFooter ? rowsBefore + 1 : -1;
    this.#cells = this.#filledRows === 0 || this.#cells === cells ? cells : 0;
    this.#width = Math.max(this.#width, width);
    this.#filledRows++;
    this.#shortRows += isShort ? 1 : 0;
    if (this.#rowsBeforeNext >= 0 && this.#records.length < MAX_ROWS) {
      this.#records.push({ text: readText(), isShort });
    }
  }

  /** Call this after the last row. */
  find(rows: number): Footer | undefined {
    const [filledRows, shortRows, width] = [this.#filledRows, this.#shortRows, this.#width];
    const isLast = rows === this.#rowsBeforeNext && filledRows > 0 && filledRows <= MAX_ROWS;
    const isTable = filledRows >= ROWS_OF_TABLE && (shortRows === filledRows ? this.#cells : width) > 1;
    const [line, firstRow, records] = [this.#line, this.#firstRow, this.#records];
    return isLast && !isTable
      ? { line, filledRows, shortRows, rows: rows - firstRow, width, firstRow, records }
      : undefined;
  }
}
