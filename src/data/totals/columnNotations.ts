import { CELL_TYPE } from '../csv/cellType.ts';
import { hasPointGroups, NOTATION } from './notation.ts';

/** What the notation of a column depends on besides the numbers that show it. */
interface NumberColumns {
  /** Whether it is a number column. Stray text values are allowed. */
  readonly isNumber: (column: number) => boolean;
  /** Whether a number column has a value that is no number. */
  readonly hasOtherValues: (column: number) => boolean;
  /** Whether it has a number such as `1,234`, whose comma is a decimal one or between thousands. */
  readonly hasUnsureCommas: (column: number) => boolean;
  /** Whether it has a number such as `1.234`, whose point is a decimal one or between thousands. */
  readonly hasUnsurePoints: (column: number) => boolean;
}

/** How the numbers of each column are written, and what their commas and points mean. */
export class ColumnNotations {
  /** By column: what its numbers show, bits of `NOTATION`. */
  readonly shown: Uint8Array;
  readonly #columns: NumberColumns;

  constructor(columnCount: number, columns: NumberColumns) {
    this.shown = new Uint8Array(columnCount);
    this.#columns = columns;
  }

  /** @param notation bits of `NOTATION`. */
  add(column: number, notation: number): void {
    this.shown[column] = (this.shown[column] ?? 0) | notation;
  }

  /** The notation of a column. If none of its numbers shows what its commas and points mean, those of the other columns do. */
  of(column: number): number {
    const { hasUnsureCommas, hasUnsurePoints } = this.#columns;
    const own = (this.shown[column] ?? 0) & ~NOTATION.pointGroupsOrAddress;
    return own === 0 && (hasUnsureCommas(column) || hasUnsurePoints(column)) ? this.#shared() : own;
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

  /** Whether it is a number column (stray text values are allowed) in which some numbers have commas, all between thousands. */
  hasThousandsCommas(column: number): boolean {
    const notation = this.of(column);
    const hasCommas = (notation & NOTATION.commaGroups) !== 0 || this.#columns.hasUnsureCommas(column);
    return this.#columns.isNumber(column) && (notation & NOTATION.decimalComma) === 0 && hasCommas;
  }

  /**
   * Decimal commas if some number column has them, and none has decimal points or commas between thousands. A column with a note does
   * not count: if it keeps its decimal commas in the conversion, the others would be read like it afterwards.
   */
  #shared(): number {
    const { isNumber, hasOtherValues } = this.#columns;
    const { decimalComma, commaGroups, decimalPoint } = NOTATION;
    const all = this.shown.reduce(
      (found, own, column) => found | (isNumber(column) && !hasOtherValues(column) ? own : 0),
      0,
    );
    return (all & (decimalComma | commaGroups | decimalPoint)) === decimalComma ? decimalComma : 0;
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
