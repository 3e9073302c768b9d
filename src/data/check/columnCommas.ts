import { CELL_TYPE } from '../csv/cellType.ts';
import type { TextPosition } from '../text/textPosition.ts';
import type { ColumnNotations } from '../totals/columnNotations.ts';
import type { BatchCells, FoundValue } from './batchCells.ts';
import type { CheckResult } from './checkResult.ts';
import type { ColumnBlanks } from './columnBlanks.ts';
import type { ProblemList } from './problemList.ts';

/** The columns of numbers with commas that can be converted. */
export type CommaFindings = Pick<CheckResult, 'decimalCommas' | 'thousandsCommas'>;

/** The first value of a column that is an amount or an IP address. */
interface PossibleAddress extends FoundValue {
  readonly columnIndex: number;
  /** How many rows come before it. */
  readonly rowsBefore: number;
  /** How many rows before it have a value in the column. */
  readonly valuesBefore: number;
}

/** What is known of the columns for the report. */
interface ReportedColumns extends Pick<CommaFindings, 'decimalCommas'> {
  readonly names: readonly string[];
  readonly isText: (columnIndex: number) => boolean;
  readonly positionOfName: (columnIndex: number) => TextPosition;
}

/** Tracks which columns have numbers with decimal commas, or with commas or points between thousands. */
export class ColumnCommas {
  readonly #cells: BatchCells;
  readonly #blanks: ColumnBlanks;
  /** By column: the position of the first number that has a decimal comma or points between thousands. */
  readonly #decimalCommas = new Map<number, TextPosition | undefined>();
  /** By column: the first number with commas that can only be between thousands. */
  readonly #commaGroups = new Map<number, FoundValue>();
  /** The columns of numbers with a value such as `(12,50)`, which has a comma but can't be read as a number. */
  readonly #textCommas = new Set<number>();
  /** By column. */
  readonly #possibleAddresses = new Map<number, PossibleAddress>();

  constructor(cells: BatchCells, blanks: ColumnBlanks) {
    this.#cells = cells;
    this.#blanks = blanks;
  }

  /**
   * Adds a cell of this type. Returns whether it is a number written in another way than `12.5`.
   *
   * @param rows the number of rows before this one.
   */
  add(columnIndex: number, type: number, cellIndex: number, rows: number): boolean {
    switch (type) {
      case CELL_TYPE.decimalComma:
      case CELL_TYPE.pointGroups:
        if (!this.#decimalCommas.has(columnIndex)) {
          this.#decimalCommas.set(columnIndex, this.#cells.keptPosition(cellIndex, this.#decimalCommas.size));
        }
        return true;
      case CELL_TYPE.commaGroups:
        if (!this.#commaGroups.has(columnIndex)) {
          this.#commaGroups.set(columnIndex, this.#cells.foundValue(cellIndex, this.#commaGroups.size));
        }
        return true;
      case CELL_TYPE.pointGroupsOrAddress:
        // Until all values are known, it is a number.
        if (!this.#possibleAddresses.has(columnIndex)) {
          this.#possibleAddresses.set(columnIndex, {
            ...this.#cells.foundValue(cellIndex, this.#possibleAddresses.size),
            columnIndex,
            rowsBefore: rows,
            valuesBefore: this.#blanks.valuesBefore(columnIndex, rows),
          });
        }
        return true;
      default:
        return false;
    }
  }

  /** Adds a text in a column of numbers. */
  addText(columnIndex: number, cellIndex: number): void {
    if (!this.#textCommas.has(columnIndex) && this.#cells.hasDigitAndComma(cellIndex)) {
      this.#textCommas.add(columnIndex);
    }
  }

  /** Whether a number of any column has a decimal comma, or points between thousands. */
  get areDecimal(): boolean {
    return this.#decimalCommas.size > 0;
  }

  /** The first number of the column with commas that can only be between thousands; undefined if there is none. */
  firstGroups(columnIndex: number): FoundValue | undefined {
    return this.#commaGroups.get(columnIndex);
  }

  /** The values that are IP addresses: no other number of the column has a decimal comma or points between thousands. */
  addresses(): readonly PossibleAddress[] {
    return [...this.#possibleAddresses.values()].filter(({ columnIndex }) => !this.#decimalCommas.has(columnIndex));
  }

  /**
   * The columns of numbers in which every comma is a decimal comma or, if there are none, those in which every comma is between
   * thousands. Both at once would not do: what `1,000` means in one column is read from the others. Both are returned if only the
   * delimiter shows what the commas are.
   */
  find(numberColumns: readonly number[], delimiter: string, notations: ColumnNotations): CommaFindings {
    const candidates = numberColumns.filter((index) => !this.#textCommas.has(index));
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

  /** Reports the columns with decimal commas, except for columns of text. */
  report(problems: ProblemList, { names, decimalCommas, isText, positionOfName }: ReportedColumns): void {
    // No number of these shows that it has a decimal comma: the other columns do.
    const implied = (decimalCommas?.columns ?? [])
      .filter((columnIndex) => !this.#decimalCommas.has(columnIndex))
      .map((columnIndex) => [columnIndex, positionOfName(columnIndex)] as const);
    const shown = [...this.#decimalCommas].filter(([columnIndex]) => !isText(columnIndex));
    for (const [columnIndex, position] of [...implied, ...shown]) {
      const name = names[columnIndex] ?? '';
      problems.add({ code: 'decimalComma', name, columnNumber: columnIndex + 1 }, position);
    }
  }
}
