import type { TextPosition } from '../text/textPosition.ts';
import type { CsvColumns } from './csvColumns.ts';
import { positionOfName } from './csvHeader.ts';
import type { CsvHeader } from './csvHeader.ts';
import type { FirstCsvRows } from './firstRows.ts';

/** The cells that are known after the last row: those of the first rows and, of some columns, one further down. */
export class KnownCells {
  readonly header: CsvHeader;
  readonly firstRows: readonly (readonly string[])[];
  readonly #columns: CsvColumns;
  readonly #rows: FirstCsvRows;
  readonly #delimiter: string;

  constructor(header: CsvHeader, columns: CsvColumns, rows: FirstCsvRows, delimiter: string) {
    this.header = header;
    this.firstRows = rows.read(delimiter);
    this.#columns = columns;
    this.#rows = rows;
    this.#delimiter = delimiter;
  }

  /** The values of a column in the first rows and, if it is a text column, the one because of which it is. */
  valuesOf(columnIndex: number): readonly string[] {
    const text = this.#columns.firstText(columnIndex);
    const values = this.firstRows.map((cells) => cells[columnIndex] ?? '');
    return text === undefined ? values : [...values, text.value];
  }

  /** The position of the first known cell of a column for which this holds. If it is not known, that of the column's name. */
  positionOf(columnIndex: number, isFound: (value: string) => boolean): TextPosition {
    const row = this.firstRows.findIndex((cells) => isFound(cells[columnIndex] ?? ''));
    const others = [this.#columns.firstText(columnIndex), this.#columns.commas.firstGroups(columnIndex)];
    const position =
      row < 0
        ? others.find((other) => other !== undefined && isFound(other.value))?.position
        : this.#rows.positionOf(row, columnIndex, this.#delimiter);
    return position ?? positionOfName(this.header, columnIndex);
  }
}
