import { commonForm, dateFormOf } from './dateForm.ts';
import type { DateForm } from './dateForm.ts';
import { endOfSpaces, SPACE } from '../text/ascii.ts';

/** Columns further right are not counted. */
const MAX_COUNTED_COLUMNS = 200;
const MAX_DATE_LENGTH = 35;

/** What is kept of a column of a load. */
export interface LoadColumn {
  readonly name: string;
  /** The number of its rows without a value. */
  readonly blanks: number;
  /** Undefined unless every value is a date. */
  readonly dates?: DateForm;
}

/** Counts the values of each column, and finds in which form it writes dates. */
export class ColumnStats {
  /** By column. */
  readonly #filled = new Float64Array(MAX_COUNTED_COLUMNS);
  /** By column: the form of all values so far; undefined if there are none, null if one of them is not a date. */
  readonly #dates: (DateForm | null | undefined)[] = [];

  /** Adds a value. */
  add(column: number, bytes: Uint8Array, start: number, end: number): void {
    const first = endOfSpaces(bytes, start, end);
    if (column >= MAX_COUNTED_COLUMNS || first === end) {
      return;
    }
    this.#filled[column] = (this.#filled[column] ?? 0) + 1;
    const known = this.#dates[column];
    if (known === null) {
      return;
    }
    let last = end;
    while (bytes[last - 1] === SPACE) {
      last--;
    }
    const form = last - first <= MAX_DATE_LENGTH ? dateFormOf(bytes, first, last) : undefined;
    this.#dates[column] = form === undefined ? null : commonForm(known ?? form, form);
  }

  end(names: readonly string[], rows: number): readonly LoadColumn[] {
    return names.slice(0, MAX_COUNTED_COLUMNS).map((name, column) => {
      const dates = this.#dates[column];
      const blanks = rows - (this.#filled[column] ?? 0);
      return dates === undefined || dates === null ? { name, blanks } : { name, blanks, dates };
    });
  }
}
