import { ALL_CHARACTERS, BITS, CELL, CHARACTERS, END } from '../csv/cellBatch.ts';
import type { NamedDate } from '../csv/namedDate.ts';
import { END_OF_RUN, NEXT } from './cellRun.ts';
import type { CellRun } from './cellRun.ts';
import { digitsBefore, MAX_DIGITS_READ } from './digits.ts';
import { COLON, MINUS, NINE, POINT, QUOTE, ZERO } from '../text/ascii.ts';

/** The readings of a date: only that of `1/2/2026` and `24/03/15` depends on which part comes first. */
const UNAMBIGUOUS = 0;
const DAY_FIRST = 1;
const MONTH_FIRST = 2;
const YEAR_FIRST = 3;
const READINGS = 4;

/** Years of two digits from this one: 1930 in Excel, but 2030 in Python and by POSIX, which both read years from `AMBIGUOUS_TO` as 1969. */
const AMBIGUOUS_FROM = 30;
const AMBIGUOUS_TO = 69;

interface DaySpan {
  readonly first: string;
  readonly last: string;
}

/** The first and last day of columns of dates, without the time of day. */
export class DaySpans {
  /** By column and reading: days as numbers like 20260131. */
  readonly #first: Float64Array;
  readonly #last: Float64Array;
  /** By column and reading: 1 if there is a date for which it is impossible; of `UNAMBIGUOUS`, a date that is no day at all. */
  readonly #impossible: Uint8Array;
  /** By column and reading: 1 if the century of a date is not known. */
  readonly #hasAmbiguousCentury: Uint8Array;

  constructor(columns: number) {
    this.#first = new Float64Array(columns * READINGS).fill(Infinity);
    this.#last = new Float64Array(columns * READINGS).fill(-Infinity);
    this.#impossible = new Uint8Array(columns * READINGS);
    this.#hasAmbiguousCentury = new Uint8Array(columns * READINGS);
  }

  /** Adds a date with the name of its month. */
  addNamed(column: number, { day, month, year, yearLength }: NamedDate): void {
    this.#addWithYear(column * READINGS + UNAMBIGUOUS, year, yearLength, month, day);
  }

  /** Adds a cell that `typeOfCell` takes for a date of digits, without anything before it. */
  add(column: number, view: DataView, start: number, end: number): void {
    const numbers = [0, 0, 0];
    let part = 0;
    let firstLength = 0;
    let separator = 0;
    let partStart = start;
    let at = start;
    for (; at < end; at++) {
      const byte = view.getUint8(at);
      if (byte >= ZERO && byte <= NINE) {
        numbers[part] = (numbers[part] ?? 0) * 10 + byte - ZERO;
      } else if (part === 0 && byte === COLON) {
        // A time without a day.
        this.#impossible[column * READINGS + UNAMBIGUOUS] = 1;
        return;
      } else if (part < 2) {
        firstLength = part === 0 ? at - start : firstLength;
        separator = byte;
        partStart = at + 1;
        part++;
      } else {
        break;
      }
    }
    const [one = 0, two = 0, three = 0] = numbers;
    const lastLength = at - partStart;
    if (firstLength === 4) {
      this.#addDay(column * READINGS + UNAMBIGUOUS, one, two, three);
    } else if (separator === POINT) {
      this.#addWithYear(column * READINGS + UNAMBIGUOUS, three, lastLength, two, one);
    } else {
      this.#addWithYear(column * READINGS + DAY_FIRST, three, lastLength, two, one);
      this.#addWithYear(column * READINGS + MONTH_FIRST, three, lastLength, one, two);
      if (firstLength === 2 && lastLength === 2) {
        this.#addWithYear(column * READINGS + YEAR_FIRST, one, firstLength, two, three);
      } else {
        this.#impossible[column * READINGS + YEAR_FIRST] = 1;
      }
    }
  }

  /**
   * Adds dates like `2026-01-31`. Skips empty cells. Returns the index of the first cell with anything else; negative if there is none.
   */
  addIsoDays({ cells, first, view }: CellRun, column: number): number {
    const dateBits = CHARACTERS.digit | CHARACTERS.sign;
    const series = column * READINGS + UNAMBIGUOUS;
    // Less than the value of any bytes, even if they are not digits.
    let before = -1_000_000;
    let index = first;
    for (; index >= 0; index = cells[index + NEXT] ?? END_OF_RUN) {
      const bits = cells[index + BITS] ?? 0;
      const isQuoted = (bits & CELL.isQuoted) !== 0 ? 1 : 0;
      const start = (cells[index] ?? 0) + isQuoted;
      if ((bits & ALL_CHARACTERS) === 0) {
        continue;
      }
      if (
        (bits & ALL_CHARACTERS) !== dateBits ||
        start < MAX_DIGITS_READ ||
        (cells[index + END] ?? 0) - start !== 10 + isQuoted ||
        view.getUint8(start + 4) !== MINUS ||
        view.getUint8(start + 7) !== MINUS ||
        (isQuoted === 1 && view.getUint8(start + 10) !== QUOTE)
      ) {
        break;
      }
      const year = digitsBefore(view, start + 4, 4);
      const month = digitsBefore(view, start + 7, 2);
      const day = digitsBefore(view, start + 10, 2);
      const value = year * 10_000 + month * 100 + day;
      if (value !== before) {
        if (year < 0 || !isDay(year, month, day)) {
          break;
        }
        before = value;
        this.#addValue(series, value);
      }
    }
    return index;
  }

  /** Adds a date like `2026-01-31`. */
  addIso(column: number, view: DataView, start: number): void {
    const century = view.getUint8(start) * 10 + view.getUint8(start + 1);
    const year = century * 100 + view.getUint8(start + 2) * 10 + view.getUint8(start + 3) - ZERO * 1111;
    const month = view.getUint8(start + 5) * 10 + view.getUint8(start + 6) - ZERO * 11;
    const day = view.getUint8(start + 8) * 10 + view.getUint8(start + 9) - ZERO * 11;
    this.#addDay(column * READINGS + UNAMBIGUOUS, year, month, day);
  }

  /** Undefined if there is no date, one that is no day, or if it depends on an unknown century or order of day, month and year. */
  spanOf(column: number): DaySpan | undefined {
    const series = column * READINGS;
    if (this.#impossible[series + UNAMBIGUOUS] === 1) {
      return undefined;
    }
    const spans = [DAY_FIRST, MONTH_FIRST, YEAR_FIRST]
      .filter((reading) => this.#impossible[series + reading] === 0)
      .map((reading) => ({
        first: Math.min(valueAt(this.#first, series), valueAt(this.#first, series + reading)),
        last: Math.max(valueAt(this.#last, series), valueAt(this.#last, series + reading)),
        hasKnownCentury:
          this.#hasAmbiguousCentury[series + UNAMBIGUOUS] === 0 && this.#hasAmbiguousCentury[series + reading] === 0,
      }));
    // If days are read as years, the years are far apart.
    const fewestYears = Math.min(...spans.map(yearsOf));
    const [span, ...others] = spans.filter((one) => yearsOf(one) === fewestYears);
    const areSame = others.every(({ first, last }) => first === span?.first && last === span.last);
    return span !== undefined &&
      areSame &&
      [span, ...others].every(({ hasKnownCentury }) => hasKnownCentury) &&
      span.first <= span.last
      ? { first: isoDay(span.first), last: isoDay(span.last) }
      : undefined;
  }

  #addWithYear(series: number, year: number, yearLength: number, month: number, day: number): void {
    if (yearLength > 2) {
      this.#addDay(series, year, month, day);
      return;
    }
    if (year >= AMBIGUOUS_FROM && year < AMBIGUOUS_TO) {
      this.#hasAmbiguousCentury[series] = 1;
    }
    this.#addDay(series, year < AMBIGUOUS_TO ? 2000 + year : 1900 + year, month, day);
  }

  #addDay(series: number, year: number, month: number, day: number): void {
    if (!isDay(year, month, day)) {
      this.#impossible[series] = 1;
      return;
    }
    this.#addValue(series, year * 10_000 + month * 100 + day);
  }

  #addValue(series: number, value: number): void {
    if (value < (this.#first[series] ?? 0)) {
      this.#first[series] = value;
    }
    if (value > (this.#last[series] ?? 0)) {
      this.#last[series] = value;
    }
  }
}

function yearsOf({ first, last }: { readonly first: number; readonly last: number }): number {
  return Math.floor(last / 10_000) - Math.floor(first / 10_000);
}

/** Whether the calendar has this day. */
function isDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && (day <= 28 || day <= lastDayOf(year, month));
}

function lastDayOf(year: number, month: number): number {
  if (month === 2) {
    return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  }
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function valueAt(values: Float64Array, index: number): number {
  return values[index] ?? 0;
}

function isoDay(value: number): string {
  const digits = String(value).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}
