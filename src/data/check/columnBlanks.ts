/** Counts the rows that have no value in a column: its cell is empty, or the row ends before it. */
export class ColumnBlanks {
  /** How many cells of each column are empty. `CsvRecords` counts them: far fewer than there are values. */
  readonly empty: Uint32Array;
  /** How many rows end before each column and have the one before it. */
  readonly #shortRows: Uint32Array;
  /** How many cells of each column have a text such as `NULL`. */
  readonly #nulls: Uint32Array;

  /** @param width how many columns are counted. */
  constructor(width: number) {
    this.empty = new Uint32Array(width);
    this.#shortRows = new Uint32Array(width);
    this.#nulls = new Uint32Array(width);
  }

  /** Adds a line that is not a row, although its only cell was counted as an empty one. */
  addBlankLine(): void {
    this.empty[0] = (this.empty[0] ?? 0) - 1;
  }

  /** Adds a row with only this many cells. */
  addShortRow(cells: number): void {
    if (cells < this.#shortRows.length) {
      this.#shortRows[cells] = (this.#shortRows[cells] ?? 0) + 1;
    }
  }

  /** Adds a cell with a text that stands for a missing value, such as `NULL`. */
  addNull(columnIndex: number): void {
    this.#nulls[columnIndex] = (this.#nulls[columnIndex] ?? 0) + 1;
  }

  /** How many of the first rows have a value in the column, which is not a text such as `NULL`. */
  valuesBefore(columnIndex: number, rows: number): number {
    return rows - this.rowsWithout(columnIndex) - (this.#nulls[columnIndex] ?? 0);
  }

  /** How many rows have no value in the column. */
  rowsWithout(columnIndex: number): number {
    let rows = this.empty[columnIndex] ?? 0;
    for (let cells = 0; cells <= columnIndex; cells++) {
      rows += this.#shortRows[cells] ?? 0;
    }
    return rows;
  }
}
