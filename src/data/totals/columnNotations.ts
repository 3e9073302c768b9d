import { CELL_TYPE } from '../csv/cellType.ts';
import { hasPointGroups, NOTATION } from './notation.ts';

/** What the notation of a column depends on besides the numbers that show it. Each is asked with the index of a column. */
interface ColumnPredicates {
  /** Whether it is a number column. Stray text values are allowed. */
  readonly isNumber: (column: number) => boolean;
  /** Whether a number column has a value that is no number. */
  readonly hasOtherValues: (column: number) => boolean;
  /** Whether it has a number such as `1,234`, whose comma is a decimal one or between thousands. */
  readonly hasAmbiguousCommas: (column: number) => boolean;
  /** Whether it has a number such as `1.234`, whose point is a decimal one or between thousands. */
  readonly hasAmbiguousPoints: (column: number) => boolean;
  /** Whether it has any other number. */
  readonly hasUnambiguousNumbers: (column: number) => boolean;
}

/** The notation of the columns whose numbers do not show it. */
interface SharedNotation {
  /** Bits of `NOTATION`. */
  readonly notation: number;
  readonly isShownByDelimiter: boolean;
}

/** How the numbers of each column are written, and what their commas and points mean. */
export class ColumnNotations {
  /** By column: what its numbers show, bits of `NOTATION`. */
  readonly shown: Uint8Array;
  readonly #delimiter: string | undefined;
  readonly #columns: ColumnPredicates;
  #knownShared: SharedNotation | undefined;

  /** @param delimiter that of CSV; undefined for JSON. */
  constructor(columnCount: number, delimiter: string | undefined, columns: ColumnPredicates) {
    this.shown = new Uint8Array(columnCount);
    this.#delimiter = delimiter;
    this.#columns = columns;
  }

  /** The notation of a column. If none of its numbers shows what its commas and points mean, the other columns or the delimiter do. */
  of(column: number): number {
    const { hasAmbiguousCommas, hasAmbiguousPoints } = this.#columns;
    const own = (this.shown[column] ?? 0) & ~NOTATION.pointGroupsOrAddress;
    return own === 0 && (hasAmbiguousCommas(column) || hasAmbiguousPoints(column)) ? this.#shared.notation : own;
  }

  /** Whether the values that may be IP addresses are, because no number of the column shows that its points are between thousands. */
  hasAddresses(column: number): boolean {
    const shown = this.shown[column] ?? 0;
    return (shown & NOTATION.pointGroupsOrAddress) !== 0 && !hasPointGroups(shown);
  }

  /** Whether the numbers show both, although a comma can't be both in one column. */
  hasBothCommas(column: number): boolean {
    const both = NOTATION.decimalComma | NOTATION.commaGroups;
    return ((this.shown[column] ?? 0) & both) === both;
  }

  /** Whether it is a number column (stray text values are allowed) in which some numbers have decimal commas or points between thousands. */
  hasDecimalCommas(column: number): boolean {
    return this.#columns.isNumber(column) && (this.of(column) & NOTATION.decimalComma) !== 0;
  }

  /** Whether it is a number column (stray text values are allowed) in which `1.234` means 1234. */
  hasPointGroups(column: number): boolean {
    return this.#columns.isNumber(column) && hasPointGroups(this.of(column));
  }

  /**
   * Whether it is a number column (stray text values are allowed) in which some numbers have commas, and no number shows that these are
   * decimal commas.
   */
  mayHaveThousandsCommas(column: number): boolean {
    const notation = this.areShownByDelimiter ? (this.shown[column] ?? 0) : this.of(column);
    const hasCommas = (notation & NOTATION.commaGroups) !== 0 || this.#columns.hasAmbiguousCommas(column);
    return this.#columns.isNumber(column) && (notation & NOTATION.decimalComma) === 0 && hasCommas;
  }

  /** Whether only the delimiter shows that the commas of `1,234` are decimal ones. */
  get areShownByDelimiter(): boolean {
    return this.#shared.isShownByDelimiter;
  }

  /** Read when it is first asked for: by then, all numbers have been added. */
  get #shared(): SharedNotation {
    return (this.#knownShared ??= this.#readShared());
  }

  /** Decimal commas if a number column or the delimiter shows them, and no number column shows decimal points or commas between thousands. */
  #readShared(): SharedNotation {
    const { decimalComma, commaGroups, decimalPoint } = NOTATION;
    const certain = [...this.shown.keys()].filter((column) => this.#isCertain(column));
    const all = certain.reduce((found, column) => found | (this.shown[column] ?? 0), 0);
    const shown = all & (decimalComma | commaGroups | decimalPoint);
    const isShownByDelimiter = shown === 0 && this.#delimiter === ';' && this.#haveThreeDecimals(certain);
    return { notation: shown === decimalComma || isShownByDelimiter ? decimalComma : 0, isShownByDelimiter };
  }

  /**
   * Whether every number of the columns with commas is like `1,234`. Spreadsheets write semicolons between the cells where the comma is the
   * decimal separator. Beside a number without a comma, such as `12`, commas are more likely between thousands.
   */
  #haveThreeDecimals(columns: readonly number[]): boolean {
    const withCommas = columns.filter((column) => this.#columns.hasAmbiguousCommas(column));
    return withCommas.length > 0 && !withCommas.some((column) => this.#columns.hasUnambiguousNumbers(column));
  }

  /**
   * Whether the column has only numbers. One with a note does not count: if it keeps its decimal commas in the conversion, the others would
   * be read like it afterwards.
   */
  #isCertain(column: number): boolean {
    return this.#columns.isNumber(column) && !this.#columns.hasOtherValues(column);
  }
}

/**
 * What a number shows of the notation of its column.
 *
 * @param type of `CELL_TYPE`.
 * @param hasDecimals whether it certainly has a decimal separator.
 */
export function notationShownBy(type: number, hasDecimals: boolean): number {
  switch (type) {
    case CELL_TYPE.decimalComma:
      return NOTATION.decimalComma;
    case CELL_TYPE.pointGroups:
      return NOTATION.decimalComma | NOTATION.pointGroups;
    case CELL_TYPE.commaGroups:
      return NOTATION.commaGroups | (hasDecimals ? NOTATION.decimalPoint : 0);
    case CELL_TYPE.pointGroupsOrAddress:
      return NOTATION.pointGroupsOrAddress;
    default:
      return hasDecimals ? NOTATION.decimalPoint : 0;
  }
}
