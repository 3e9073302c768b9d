import type { DecimalCommas } from '../../model/upload.ts';
import type { CheckResult } from './checkResult.ts';
import type { TextPosition } from '../text/textPosition.ts';
import { CELL_TYPE } from '../csv/cellType.ts';
import type { ColumnNotations } from '../totals/columnNotations.ts';
import { KEPT_OF_EACH_CODE } from './problemList.ts';
import type { ProblemList } from './problemList.ts';

/** How many values of one type give a column that type. Only then is a value of another type a problem. */
const VALUES_THAT_SET_A_TYPE = 20;

/** In a wider table only the first columns are checked. */
const MAX_COLUMNS = 1000;

/** For a problem that is only counted. */
const NOWHERE: TextPosition = { line: 1, column: 1 };

/** What can be read of the cell that was added with this number. */
export interface AddedCells {
  readonly positionOf: (cellNumber: number) => TextPosition;
  /** The type of one that has characters which numbers usually don't have. */
  readonly typeOfText: (cellNumber: number) => number;
  /** Whether it has both a digit and a comma. */
  readonly hasDigitAndComma: (cellNumber: number) => boolean;
  /** Whether it is a number with its minus sign at the end. */
  readonly hasTrailingMinus: (cellNumber: number) => boolean;
  /** Its value. */
  readonly valueOf: (cellNumber: number) => string;
}

/** The columns of numbers with commas that can be converted. */
export type CommaFindings = Pick<CheckResult, 'decimalCommas' | 'thousandsCommas'>;

/** A value of a column, and where it is. */
interface FoundValue {
  readonly value: string;
  /** Undefined for all but the columns in which such a value was found first. */
  readonly position: TextPosition | undefined;
}

interface PossibleAddress {
  readonly value: string;
  readonly position: TextPosition;
  /** How many rows come before it. */
  readonly rowsBefore: number;
  /** How many rows before it have a value in the column. */
  readonly valuesBefore: number;
}

/** The first value of a column that is of another type. See `PossibleAddress`. */
interface TypeChange {
  readonly columnIndex: number;
  readonly position: TextPosition;
  readonly rowsBefore: number;
  readonly valuesBefore: number;
}

/** What is known of the columns from elsewhere. */
interface ColumnFindings {
  /** The columns that can be converted to decimal points. */
  readonly decimalCommas: DecimalCommas | undefined;
  readonly positionOfName: (columnIndex: number) => TextPosition;
  /** Whether an error value at this position is already a problem of the column. */
  readonly isErrorValue: (columnIndex: number, position: TextPosition) => boolean;
}

/** Tracks the type of the values in each column. */
export class CsvColumns {
  readonly #names: readonly string[];
  readonly #cells: AddedCells;
  /** Each column's type: that of its first value, or text if an early value has another type. */
  readonly types: Uint8Array;
  /** How many cells of each column are empty. `CsvRecords` counts them: far fewer than there are values. */
  readonly empty: Uint32Array;
  /** How many rows end before each column and have the one before it. */
  readonly #shortRows: Uint32Array;
  readonly #hasChanged: Uint8Array;
  /** By column: the value because of which it is a text column. */
  readonly #firstTexts = new Map<number, FoundValue>();
  readonly #changes: TypeChange[] = [];
  /** The position of the first number of each column that has decimal commas or points between thousands. */
  readonly #decimalCommas = new Map<number, TextPosition>();
  /** By column: the first number with commas that can only be between thousands. */
  readonly #commaGroups = new Map<number, FoundValue>();
  /** The columns of numbers with a value such as `(12,50)`, which has a comma but can't be read as a number. */
  readonly #textCommas = new Set<number>();
  /** The columns of which a value is a number with its minus sign at the end. */
  readonly #trailingMinuses = new Set<number>();
  /** By column: the first number whose last digits are missing. */
  readonly #shortenedNumbers = new Map<number, { readonly found: string; readonly position: TextPosition }>();
  /** By column: the first value that is an amount or an IP address. */
  readonly #possibleAddresses = new Map<number, PossibleAddress>();

  constructor(names: readonly string[], cells: AddedCells) {
    this.#names = names;
    this.#cells = cells;
    const width = Math.min(names.length, MAX_COLUMNS);
    this.types = new Uint8Array(width);
    this.empty = new Uint32Array(width);
    this.#shortRows = new Uint32Array(width);
    this.#hasChanged = new Uint8Array(width);
  }

  /** How many columns are checked. */
  get width(): number {
    return this.types.length;
  }

  /** Adds a line that is not a row, although its only cell was counted as an empty one. */
  addBlankLine(): void {
    this.empty[0] = (this.empty[0] ?? 0) - 1;
  }

  /** Adds a row with only this many cells. */
  addShortRow(cells: number): void {
    if (cells < this.width) {
      this.#shortRows[cells] = (this.#shortRows[cells] ?? 0) + 1;
    }
  }

  /**
   * Adds a cell that is not empty and of another type than its column, in a column below `width`.
   *
   * @param rows the number of rows before this one.
   */
  addCellOfOtherType(columnIndex: number, typeOfCell: number, cellNumber: number, rows: number): void {
    const type = typeOfCell === CELL_TYPE.text ? this.#cells.typeOfText(cellNumber) : typeOfCell;
    const isOtherNumber = this.#addNotation(columnIndex, type, cellNumber, rows);
    this.#addType(columnIndex, isOtherNumber ? CELL_TYPE.number : type, cellNumber, rows);
  }

  /** Keeps the first number of the column that is written in this way. Returns whether the type is a number other than `12.5`. */
  #addNotation(columnIndex: number, type: number, cellNumber: number, rows: number): boolean {
    switch (type) {
      case CELL_TYPE.decimalComma:
      case CELL_TYPE.pointGroups:
        if (!this.#decimalCommas.has(columnIndex)) {
          this.#decimalCommas.set(columnIndex, this.#keptPosition(this.#decimalCommas.size, cellNumber));
        }
        return true;
      case CELL_TYPE.commaGroups:
        if (!this.#commaGroups.has(columnIndex)) {
          this.#commaGroups.set(columnIndex, this.#foundValue(this.#commaGroups.size, cellNumber));
        }
        return true;
      case CELL_TYPE.pointGroupsOrAddress:
        // Until all values are known, it is a number.
        if (!this.#possibleAddresses.has(columnIndex)) {
          this.#possibleAddresses.set(columnIndex, {
            value: this.#cells.valueOf(cellNumber),
            position: this.#keptPosition(this.#possibleAddresses.size, cellNumber),
            rowsBefore: rows,
            valuesBefore: rows - this.rowsWithout(columnIndex),
          });
        }
        return true;
      default:
        return false;
    }
  }

  /** @param type one that a column can have. */
  #addType(columnIndex: number, type: number, cellNumber: number, rows: number): void {
    const before = this.types[columnIndex];
    if (
      type === CELL_TYPE.text &&
      !this.#trailingMinuses.has(columnIndex) &&
      this.#cells.hasTrailingMinus(cellNumber)
    ) {
      this.#trailingMinuses.add(columnIndex);
    }
    const isTextInNumbers = type === CELL_TYPE.text && before === CELL_TYPE.number;
    if (isTextInNumbers && !this.#textCommas.has(columnIndex) && this.#cells.hasDigitAndComma(cellNumber)) {
      this.#textCommas.add(columnIndex);
    }
    if (before === CELL_TYPE.text || before === type || this.#hasChanged[columnIndex] === 1) {
      return;
    }
    const values = rows - this.rowsWithout(columnIndex);
    if (before === CELL_TYPE.empty || values < VALUES_THAT_SET_A_TYPE) {
      this.types[columnIndex] = before === CELL_TYPE.empty ? type : CELL_TYPE.text;
      if (type === CELL_TYPE.text) {
        this.#firstTexts.set(columnIndex, this.#foundValue(this.#firstTexts.size, cellNumber));
      }
    } else {
      this.#hasChanged[columnIndex] = 1;
      const position = this.#keptPosition(this.#changes.length, cellNumber);
      this.#changes.push({ columnIndex, position, rowsBefore: rows, valuesBefore: values });
    }
  }

  /** Adds a number whose last digits are missing, in a column below `width`. */
  addShortenedNumber(columnIndex: number, cellNumber: number): void {
    if (!this.#shortenedNumbers.has(columnIndex)) {
      this.#shortenedNumbers.set(columnIndex, {
        found: this.#cells.valueOf(cellNumber),
        position: this.#keptPosition(this.#shortenedNumbers.size, cellNumber),
      });
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

  /**
   * Decides whether the values that may be IP addresses are amounts: if another number of the column has a decimal comma or points
   * between thousands. Call this after the last row, before anything else is read.
   */
  end(): void {
    for (const [columnIndex, { value, position, rowsBefore, valuesBefore }] of this.#possibleAddresses) {
      if (this.#decimalCommas.has(columnIndex) || !this.isNumber(columnIndex)) {
        continue;
      }
      if (valuesBefore < VALUES_THAT_SET_A_TYPE) {
        this.types[columnIndex] = CELL_TYPE.text;
        this.#firstTexts.set(columnIndex, { value, position: position === NOWHERE ? undefined : position });
      } else if (this.#hasChanged[columnIndex] === 0) {
        this.#hasChanged[columnIndex] = 1;
        this.#changes.push({ columnIndex, position, rowsBefore, valuesBefore });
      }
    }
  }

  /** Whether the column has any value. */
  hasValue(columnIndex: number): boolean {
    return columnIndex >= this.width || this.types[columnIndex] !== CELL_TYPE.empty;
  }

  /** Whether the column is checked, and a text column. */
  isText(columnIndex: number): boolean {
    return this.types[columnIndex] === CELL_TYPE.text;
  }

  /** Whether the column is checked, and a number column. Stray text values are allowed. */
  isNumber(columnIndex: number): boolean {
    return this.types[columnIndex] === CELL_TYPE.number;
  }

  /** Whether a value of the column is a number with its minus sign at the end. */
  hasTrailingMinus(columnIndex: number): boolean {
    return this.#trailingMinuses.has(columnIndex);
  }

  /** The value because of which a column is a text column; undefined if it is none. */
  firstText(columnIndex: number): FoundValue | undefined {
    return this.#firstTexts.get(columnIndex);
  }

  /** The first number of the column with commas that can only be between thousands; undefined if there is none. */
  firstCommaGroups(columnIndex: number): FoundValue | undefined {
    return this.#commaGroups.get(columnIndex);
  }

  /** Whether a number of any column has a decimal comma, or points between thousands. */
  get haveDecimalCommas(): boolean {
    return this.#decimalCommas.size > 0;
  }

  /** Whether all values of the column are numbers, or all are dates. */
  hasOneType(columnIndex: number): boolean {
    const type = this.types[columnIndex];
    return (type === CELL_TYPE.number || type === CELL_TYPE.date) && this.#hasChanged[columnIndex] === 0;
  }

  /**
   * The columns of numbers in which every comma is a decimal comma or, if there are none, those in which every comma is between
   * thousands. Both at once would not do: what `1,000` means in one column is read from the others. Both are returned if only the
   * delimiter shows what the commas are.
   */
  findCommas(delimiter: string, notations: ColumnNotations): CommaFindings {
    const candidates = [...this.types.keys()].filter((index) => this.isNumber(index) && !this.#textCommas.has(index));
    const decimal = candidates.filter((index) => notations.hasDecimalCommas(index) && !this.#commaGroups.has(index));
    const pointColumns = decimal.filter((index) => notations.hasPointGroups(index));
    const addressColumns = pointColumns.filter((index) => notations.hasAddresses(index));
    const thousands =
      decimal.length === 0 || notations.areShownByDelimiter
        ? candidates.filter((index) => notations.mayHaveThousandsCommas(index))
        : [];
    return {
      decimalCommas:
        decimal.length === 0
          ? undefined
          : { delimiter, columns: decimal, pointColumns, ...(addressColumns.length > 0 && { addressColumns }) },
      thousandsCommas: thousands.length === 0 ? undefined : { delimiter, columns: thousands },
    };
  }

  /** Reports the columns with decimal commas, with numbers whose last digits are missing, or with values of another type. */
  report(problems: ProblemList, { decimalCommas, positionOfName, isErrorValue }: ColumnFindings): void {
    // No number of these shows that it has a decimal comma: the other columns do.
    const implied = (decimalCommas?.columns ?? [])
      .filter((columnIndex) => !this.#decimalCommas.has(columnIndex))
      .map((columnIndex) => [columnIndex, positionOfName(columnIndex)] as const);
    const shown = [...this.#decimalCommas].filter(([columnIndex]) => this.types[columnIndex] !== CELL_TYPE.text);
    for (const [columnIndex, position] of [...implied, ...shown]) {
      if (position === NOWHERE) {
        problems.omit('decimalComma');
      } else {
        const name = this.#names[columnIndex] ?? '';
        problems.add({ code: 'decimalComma', name, columnNumber: columnIndex + 1 }, position);
      }
    }
    for (const [columnIndex, { found, position }] of this.#shortenedNumbers) {
      problems.add({ code: 'shortenedNumber', name: this.#names[columnIndex] ?? '', found }, position);
    }
    const changes = this.#changes.filter(
      ({ columnIndex, position }) => !this.isText(columnIndex) && !isErrorValue(columnIndex, position),
    );
    for (const { columnIndex, valuesBefore, position } of changes) {
      const from = this.types[columnIndex] === CELL_TYPE.date ? 'date' : 'number';
      problems.add({ code: 'typeChange', name: this.#names[columnIndex] ?? '', from, rows: valuesBefore }, position);
    }
  }

  /** How many rows have no value in the column. */
  rowsWithout(columnIndex: number): number {
    let rows = this.empty[columnIndex] ?? 0;
    for (let cells = 0; cells <= columnIndex; cells++) {
      rows += this.#shortRows[cells] ?? 0;
    }
    return rows;
  }

  /** @param valuesBefore how many columns have such a value already. */
  #foundValue(valuesBefore: number, cellNumber: number): FoundValue {
    const position = this.#keptPosition(valuesBefore, cellNumber);
    return { value: this.#cells.valueOf(cellNumber), position: position === NOWHERE ? undefined : position };
  }

  /** The cell's position, if its problem will be kept: finding the position of many cells in a long line would take seconds. */
  #keptPosition(problemsBefore: number, cellNumber: number): TextPosition {
    return problemsBefore < KEPT_OF_EACH_CODE ? this.#cells.positionOf(cellNumber) : NOWHERE;
  }
}
