import type { ColumnProfile } from '../../model/columnTotals.ts';
import { Histogram } from './histogram.ts';
import { hasPointGroups, NOTATION } from './notation.ts';

const MAX_IN_COLUMN = 1_000;
const MAX_IN_ALL = 50_000;
/** In bytes. Longer values are not counted. */
export const MAX_COUNTED_BYTES = 200;
const SHOWN_VALUES = 10;

const NUMBER = /^[+-]?(?:\d[\d.,\s]*|\.\d+)(?:[eE][+-]?\d+)?$/;
const POINT_GROUPS = /,|^[+-]?[1-9]\d{0,2}(?:\.\d{3})+$/;

interface Values {
  readonly counts: Map<string, number>;
  isComplete: boolean;
  /** One for each way to read commas and points. Which of them is right is known only at the end. */
  readonly readings: readonly Histogram[];
}

/** Counts the values of columns and the ranges of their numbers, in limited memory. */
export class ColumnProfiles {
  readonly #columns = new Map<number, Values>();
  #kept = 0;

  /** @param text a value that is not blank; undefined if it is too long or is no text. */
  add(column: number, text: string | undefined): void {
    const values = this.#valuesOf(column);
    if (text === undefined) {
      values.isComplete = false;
      return;
    }
    const count = values.counts.get(text);
    if (count !== undefined || (values.counts.size < MAX_IN_COLUMN && this.#kept < MAX_IN_ALL)) {
      values.counts.set(text, (count ?? 0) + 1);
      this.#kept += count === undefined ? 1 : 0;
    } else {
      values.isComplete = false;
    }
    const trimmed = text.trim();
    if (NUMBER.test(trimmed)) {
      readingsOf(trimmed).forEach((number, reading) => values.readings[reading]?.add(number));
    }
  }

  /** How many different values the column has; undefined unless all of them were counted. */
  distinctCountOf(column: number): number | undefined {
    const { counts, isComplete } = this.#valuesOf(column);
    return isComplete ? counts.size : undefined;
  }

  /**
   * @param notation of the numbers, bits of `NOTATION`.
   * @param isNumeric whether all values are numbers.
   */
  profileOf(column: number, notation: number, isNumeric: boolean): ColumnProfile {
    const { counts, isComplete, readings } = this.#valuesOf(column);
    const commonest = [...counts]
      .map(([value, count]) => ({ value, count }))
      .toSorted((one, other) => other.count - one.count)
      .slice(0, SHOWN_VALUES);
    return { commonest, isComplete, bins: isNumeric ? (readings[readingOf(notation)]?.read() ?? []) : [] };
  }

  #valuesOf(column: number): Values {
    let values = this.#columns.get(column);
    if (values === undefined) {
      const readings = [new Histogram(), new Histogram(), new Histogram()];
      values = { counts: new Map(), isComplete: true, readings };
      this.#columns.set(column, values);
    }
    return values;
  }
}

/** A number whose commas are between thousands; with a decimal comma; and also with points between thousands. */
function readingsOf(written: string): readonly number[] {
  const number = written.replaceAll(/\s/g, '');
  const plain = Number(number.replaceAll(',', ''));
  const grouped = Number(number.replaceAll('.', '').replace(',', '.'));
  return [plain, number.includes(',') ? grouped : plain, POINT_GROUPS.test(number) ? grouped : plain];
}

/** The index in `readingsOf` of the numbers of a column with this notation. */
function readingOf(notation: number): number {
  if (hasPointGroups(notation)) {
    return 2;
  }
  return (notation & NOTATION.decimalComma) !== 0 ? 1 : 0;
}
