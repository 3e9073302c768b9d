import type { ColumnTotals, TotalsRequest } from '../../model/columnTotals.ts';
import { BITS, CELL_STRIDE, COLUMN, END, TYPE_BITS } from '../csv/cellBatch.ts';
import type { CellBatch } from '../csv/cellBatch.ts';
import { valueOfCell } from '../csv/cellText.ts';
import { CELL_TYPE, NO_VALUE, TYPES_BY_BITS, typeOfCell, UNKNOWN } from '../csv/cellType.ts';
import { isNullCell } from '../csv/nullText.ts';
import { typeOfOtherCell } from '../csv/spacedNumber.ts';
import { END_OF_RUN, NEXT } from './cellRun.ts';
import type { ColumnNotations } from './columnNotations.ts';
import { MAX_COUNTED_BYTES } from './columnProfiles.ts';
import type { ColumnProfiles } from './columnProfiles.ts';
import { textOfBytes } from '../text/utf8.ts';
import { ColumnValues } from './columnValues.ts';

/** A type that no cell has. */
const NO_TYPE = 0xfd;

/** The totals of CSV, batch after batch. Adds column by column, because one loop over cells that are alike takes the least time. */
export class CsvTotals {
  readonly #values: ColumnValues;
  /** By column: index of the first and last cell in the batch. */
  readonly #first: Int32Array;
  readonly #last: Int32Array;
  readonly #skippedTypes: Uint8Array;

  constructor(columns: number, request: TotalsRequest, delimiter: string) {
    this.#values = new ColumnValues(columns, request, delimiter);
    this.#first = new Int32Array(columns);
    this.#last = new Int32Array(columns);
    this.#skippedTypes = new Uint8Array(columns);
  }

  /**
   * By column, the type of the cells that the scanner may skip because their values no longer matter.
   *
   * @param types of the columns as the check sees them.
   */
  skippedTypes(types: Uint8Array): Uint8Array {
    this.setTexts(types);
    for (let column = 0; column < types.length; column++) {
      this.#skippedTypes[column] = this.#isOpen(column) ? NO_TYPE : (types[column] ?? NO_TYPE);
    }
    return this.#skippedTypes;
  }

  /**
   * Leaves text columns out of the sums. Call this after the last row, too.
   *
   * @param types of the columns as the check sees them.
   */
  setTexts(types: Uint8Array): void {
    types.forEach((type, column) => {
      if (type === CELL_TYPE.text) {
        this.#values.setText(column);
      }
    });
  }

  /**
   * Adds the cells of a batch that was checked. Overwrites their lines.
   *
   * @param from index of the first cell of a row.
   * @param window the bytes of the cells, and at least three more.
   */
  addCells({ cells, length }: CellBatch, from: number, window: Uint8Array): void {
    const [first, last] = [this.#first, this.#last];
    const width = first.length;
    first.fill(END_OF_RUN);
    for (let index = from; index < length; index += CELL_STRIDE) {
      const column = cells[index + COLUMN] ?? 0;
      if (column < width) {
        cells[index + NEXT] = END_OF_RUN;
        if (first[column] === END_OF_RUN) {
          first[column] = index;
        } else {
          cells[(last[column] ?? 0) + NEXT] = index;
        }
        last[column] = index;
      }
    }
    const view = new DataView(window.buffer, window.byteOffset, window.length);
    for (let column = 0; column < width; column++) {
      if (this.#isOpen(column)) {
        this.#addColumn(column, cells, view, window);
      }
    }
  }

  /** How the numbers of the columns are written. */
  get notations(): ColumnNotations {
    return this.#values.notations;
  }

  totalsOf(column: number, name: string, rows: number, blanks: number): ColumnTotals {
    return this.#values.totalsOf(column, name, rows, blanks);
  }

  /** Whether values of the column still matter. */
  #isOpen(column: number): boolean {
    const { profiles, distinct } = this.#values;
    return profiles !== undefined || !this.#values.isText(column) || distinct.isCountingIn(column);
  }

  #addColumn(column: number, cells: Int32Array, view: DataView, window: Uint8Array): void {
    const values = this.#values;
    const first = this.#first[column] ?? END_OF_RUN;
    if (values.distinct.isCountingIn(column)) {
      values.stopIfOrdered(column);
    }
    let index = first;
    while (index >= 0 && !values.isText(column)) {
      index = values.addRun(column, { cells, first: index, view });
      if (index >= 0) {
        this.#addCell(column, cells, index, view, window);
        index = cells[index + NEXT] ?? END_OF_RUN;
      }
    }
    for (index = first; index >= 0 && values.distinct.isCountingIn(column); index = cells[index + NEXT] ?? END_OF_RUN) {
      const [start, end, bits] = [cells[index] ?? 0, cells[index + END] ?? 0, cells[index + BITS] ?? 0];
      if (!isBlank(bits, window, start, end)) {
        values.addDistinct(column, bits, view, start, end);
      }
    }
    if (values.profiles !== undefined) {
      this.#addToProfile(values.profiles, column, cells, window);
    }
  }

  #addToProfile(profiles: ColumnProfiles, column: number, cells: Int32Array, window: Uint8Array): void {
    for (let index = this.#first[column] ?? END_OF_RUN; index >= 0; index = cells[index + NEXT] ?? END_OF_RUN) {
      const [start, end, bits] = [cells[index] ?? 0, cells[index + END] ?? 0, cells[index + BITS] ?? 0];
      if (!isBlank(bits, window, start, end)) {
        const isShort = start >= 0 && end - start <= MAX_COUNTED_BYTES;
        profiles.add(column, isShort ? valueOfCell(textOfBytes(window.subarray(start, end))) : undefined);
      }
    }
  }

  #addCell(column: number, cells: Int32Array, index: number, view: DataView, window: Uint8Array): void {
    const [start, end, bits] = [cells[index] ?? 0, cells[index + END] ?? 0, cells[index + BITS] ?? 0];
    const type = typeOf(bits, window, start, end);
    if (type === CELL_TYPE.text && isNullCell(window, start, end)) {
      this.#values.addNull(column);
    } else if (type !== NO_VALUE && type !== CELL_TYPE.empty) {
      this.#values.add(column, type, bits, view, start, end);
    }
  }
}

/** The type of a cell as the check sees it, or `NO_VALUE`. */
function typeOf(bits: number, window: Uint8Array, start: number, end: number): number {
  const known = TYPES_BY_BITS[bits & TYPE_BITS] ?? UNKNOWN;
  if (known === CELL_TYPE.text) {
    return typeOfOtherCell(window, start, end);
  }
  return known === UNKNOWN ? typeOfCell(bits, window, start, end) : known;
}

/** Whether a cell has nothing but spaces, as the check sees it. */
function isBlank(bits: number, window: Uint8Array, start: number, end: number): boolean {
  const known = TYPES_BY_BITS[bits & TYPE_BITS] ?? UNKNOWN;
  return known === NO_VALUE || (known === UNKNOWN && typeOfCell(bits, window, start, end) === CELL_TYPE.empty);
}
