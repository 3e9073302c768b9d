import { CELL_TYPE } from '../csv/cellType.ts';
import type { TextPosition } from '../text/textPosition.ts';
import type { BatchCells, FoundValue } from './batchCells.ts';
import { ColumnBlanks } from './columnBlanks.ts';
import { ColumnCommas } from './columnCommas.ts';
import type { CommaFindings } from './columnCommas.ts';
import type { ProblemList } from './problemList.ts';

/** How many values of one type give a column that type. Only then is a value of another type a problem. */
const VALUES_THAT_SET_A_TYPE = 20;

/** In a wider table only the first columns are checked. */
const MAX_COLUMNS = 1000;

/** The first value of a column that is of another type. */
interface TypeChange {
  readonly columnIndex: number;
  /** Undefined if its problem is only counted. */
  readonly position: TextPosition | undefined;
  /** How many rows come before it. */
  readonly rowsBefore: number;
  /** How many rows before it have a value in the column. */
  readonly valuesBefore: number;
}

/** What is known of the columns from elsewhere. */
interface ColumnFindings extends Pick<CommaFindings, 'decimalCommas'> {
  readonly positionOfName: (columnIndex: number) => TextPosition;
  /** Whether an error value at this position is already a problem of the column. */
  readonly isErrorValue: (columnIndex: number, position: TextPosition) => boolean;
}

/** Tracks the type of the values in each column. */
export class CsvColumns {
  readonly #names: readonly string[];
  readonly #cells: BatchCells;
  /** Each column's type: that of its first value, or text if an early value has another type. */
  readonly types: Uint8Array;
  readonly blanks: ColumnBlanks;
  readonly commas: ColumnCommas;
  readonly #hasChanged: Uint8Array;
  /** By column: the value because of which it is a text column. */
  readonly #firstTexts = new Map<number, FoundValue>();
  readonly #changes: TypeChange[] = [];
  /** By column: the first text such as `NULL` that was found before it was a text column. */
  readonly #firstNulls = new Map<number, FoundValue>();
  /** The columns of which a value can be written as a plain number, such as `(12.50)`. */
  readonly #formattedNumbers = new Set<number>();
  /** By column: the first number whose last digits are missing. */
  readonly #shortenedNumbers = new Map<number, FoundValue>();

  constructor(names: readonly string[], cells: BatchCells) {
    this.#names = names;
    this.#cells = cells;
    const width = Math.min(names.length, MAX_COLUMNS);
    this.types = new Uint8Array(width);
    this.blanks = new ColumnBlanks(width);
    this.commas = new ColumnCommas(cells, this.blanks);
    this.#hasChanged = new Uint8Array(width);
  }

  /** How many columns are checked. */
  get width(): number {
    return this.types.length;
  }

  /**
   * Adds a cell that is not empty and of another type than its column, in a column below `width`.
   *
   * @param rows the number of rows before this one.
   */
  addCellOfOtherType(columnIndex: number, typeOfCell: number, cellIndex: number, rows: number): void {
    if (typeOfCell === CELL_TYPE.text && this.#cells.isNull(cellIndex)) {
      this.#addNull(columnIndex, cellIndex);
      return;
    }
    const written = typeOfCell === CELL_TYPE.text ? this.#cells.typeOfText(cellIndex) : typeOfCell;
    const isOtherDate = written === CELL_TYPE.namedDate && !this.#mayHaveNamedDates(columnIndex);
    const type = isOtherDate ? CELL_TYPE.text : written;
    const isOtherNumber = this.commas.add(columnIndex, type, cellIndex, rows);
    this.#addType(columnIndex, isOtherNumber ? CELL_TYPE.number : type, cellIndex, rows);
  }

  #mayHaveNamedDates(columnIndex: number): boolean {
    const type = this.types[columnIndex];
    return type === CELL_TYPE.empty || type === CELL_TYPE.namedDate;
  }

  /** Adds a text such as `NULL`. Like an empty cell, it leaves the type of the column as it is. */
  #addNull(columnIndex: number, cellIndex: number): void {
    this.blanks.addNull(columnIndex);
    if (!this.#firstNulls.has(columnIndex)) {
      this.#firstNulls.set(columnIndex, this.#cells.foundValue(cellIndex, this.#firstNulls.size));
    }
  }

  /** @param type one that a column can have. */
  #addType(columnIndex: number, type: number, cellIndex: number, rows: number): void {
    const before = this.types[columnIndex];
    if (type === CELL_TYPE.text && !this.hasFormattedNumber(columnIndex) && this.#cells.isFormattedNumber(cellIndex)) {
      this.#formattedNumbers.add(columnIndex);
    }
    if (type === CELL_TYPE.text && before === CELL_TYPE.number) {
      this.commas.addText(columnIndex, cellIndex);
    }
    if (before === CELL_TYPE.text || before === type || this.#hasChanged[columnIndex] === 1) {
      return;
    }
    const valuesBefore = this.blanks.valuesBefore(columnIndex, rows);
    // Beside dates with the names of months in English, `1 Mai 2026` is a date in another language, and no problem.
    if (this.#mayHaveNamedDates(columnIndex) || valuesBefore < VALUES_THAT_SET_A_TYPE) {
      this.types[columnIndex] = before === CELL_TYPE.empty ? type : CELL_TYPE.text;
      if (type === CELL_TYPE.text) {
        this.#firstTexts.set(columnIndex, this.#cells.foundValue(cellIndex, this.#firstTexts.size));
      }
    } else {
      const position = this.#cells.keptPosition(cellIndex, this.#changes.length);
      this.#addChange({ columnIndex, position, rowsBefore: rows, valuesBefore });
    }
  }

  #addChange(change: TypeChange): void {
    this.#hasChanged[change.columnIndex] = 1;
    this.#changes.push(change);
  }

  /** Adds a number whose last digits are missing, in a column below `width`. */
  addShortenedNumber(columnIndex: number, cellIndex: number): void {
    if (!this.#shortenedNumbers.has(columnIndex)) {
      this.#shortenedNumbers.set(columnIndex, this.#cells.foundValue(cellIndex, this.#shortenedNumbers.size));
    }
  }

  /**
   * Forgets the values of another type in the row that was added last, because it repeats the header.
   *
   * @param row how many rows come before it.
   */
  forgetChanges(row: number): void {
    for (let last = this.#changes.at(-1); last?.rowsBefore === row; last = this.#changes.at(-1)) {
      this.#hasChanged[last.columnIndex] = 0;
      this.#changes.pop();
    }
  }

  /** Adds the values that turn out to be IP addresses. Call this after the last row, before anything else is read. */
  end(): void {
    for (const { value, position, ...address } of this.commas.addresses()) {
      const { columnIndex, valuesBefore } = address;
      if (!this.isNumber(columnIndex)) {
        continue;
      }
      if (valuesBefore < VALUES_THAT_SET_A_TYPE) {
        this.types[columnIndex] = CELL_TYPE.text;
        this.#firstTexts.set(columnIndex, { value, position });
      } else if (this.#hasChanged[columnIndex] === 0) {
        this.#addChange({ ...address, position });
      }
    }
  }

  /** Whether the column has any value. */
  hasValue(columnIndex: number): boolean {
    const isEmpty = this.types[columnIndex] === CELL_TYPE.empty && !this.#firstNulls.has(columnIndex);
    return columnIndex >= this.width || !isEmpty;
  }

  /** Whether the column is checked, and a text column. */
  isText(columnIndex: number): boolean {
    return this.types[columnIndex] === CELL_TYPE.text;
  }

  /** Whether the column is checked, and a number column. Stray text values are allowed. */
  isNumber(columnIndex: number): boolean {
    return this.types[columnIndex] === CELL_TYPE.number;
  }

  /** Whether the column is checked, and a date column. Stray text values are allowed. */
  isDate(columnIndex: number): boolean {
    return this.types[columnIndex] === CELL_TYPE.date;
  }

  /** Whether a value that was found before the column was a text column can be written as a plain number, such as `(12.50)`. */
  hasFormattedNumber(columnIndex: number): boolean {
    return this.#formattedNumbers.has(columnIndex);
  }

  /** The value because of which a column is a text column; undefined for any other column. */
  firstText(columnIndex: number): FoundValue | undefined {
    return this.#firstTexts.get(columnIndex);
  }

  /** The first text such as `NULL` in the column; of a text column, only if it comes before the value because of which it is one. */
  firstNull(columnIndex: number): FoundValue | undefined {
    return this.#firstNulls.get(columnIndex);
  }

  /** Whether all values of the column are numbers, or all are dates. */
  hasOneType(columnIndex: number): boolean {
    const type = this.types[columnIndex];
    return (type === CELL_TYPE.number || type === CELL_TYPE.date) && this.#hasChanged[columnIndex] === 0;
  }

  /** The columns of numbers. */
  numberColumns(): readonly number[] {
    return [...this.types.keys()].filter((index) => this.isNumber(index));
  }

  /** Reports the columns with decimal commas, with numbers whose last digits are missing, or with values of another type. */
  report(problems: ProblemList, { decimalCommas, positionOfName, isErrorValue }: ColumnFindings): void {
    const isText = (columnIndex: number): boolean => this.isText(columnIndex);
    this.commas.report(problems, { names: this.#names, decimalCommas, isText, positionOfName });
    for (const [columnIndex, { value, position }] of this.#shortenedNumbers) {
      problems.add({ code: 'shortenedNumber', name: this.#names[columnIndex] ?? '', found: value }, position);
    }
    for (const { columnIndex, valuesBefore, position } of this.#changes) {
      if (!this.isText(columnIndex) && !(position && isErrorValue(columnIndex, position))) {
        const from = this.types[columnIndex] === CELL_TYPE.date ? 'date' : 'number';
        problems.add({ code: 'typeChange', name: this.#names[columnIndex] ?? '', from, rows: valuesBefore }, position);
      }
    }
  }
}
