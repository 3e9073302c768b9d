import type { ColumnTotals, ColumnType, TotalsRequest } from '../../model/columnTotals.ts';
import { CELL_TYPE } from '../csv/cellType.ts';
import { CELL, CHARACTERS } from '../csv/cellBatch.ts';
import { valueOfCell } from '../csv/cellText.ts';
import { COMMA, LOWER_CASE_BIT, LOWER_E, MINUS, PLUS, POINT, QUOTE, SPACE, ZERO, isDigit } from '../text/ascii.ts';
import type { CellRun } from './cellRun.ts';
import { ColumnNotations, notationShownBy } from './columnNotations.ts';
import { ColumnProfiles } from './columnProfiles.ts';
import { DaySpans } from './daySpans.ts';
import { readDecimal, shifted, writeDecimal } from './decimal.ts';
import { combine, DecimalSums } from './decimalSums.ts';
import type { Total } from './decimalSums.ts';
import { digitsBefore, MAX_DIGITS_READ } from './digits.ts';
import { DistinctValues } from './distinctValues.ts';
import { hasPointGroups, NOTATION } from './notation.ts';
import { addPlainNumbers } from './plainNumbers.ts';

/** In a variable: reading the property of an imported object takes time. */
const NUMBER = CELL_TYPE.number;

/** In bytes. Adding longer numbers would take too long. */
const MAX_NUMBER_LENGTH = 4_096;
/** After this many numbers in order, the others are likely to be in order, too. */
const ORDERED_AFTER = 1_000;
/** An integer of as many digits is exact in a double. */
const MAX_DIGITS_IN_DOUBLE = 15;
const POWERS: readonly number[] = Array.from({ length: MAX_DIGITS_READ }, (_, power) => Number(`1e${power}`));

/** What a number has if it is not only digits with a sign before them, a point or both. */
const NOT_PLAIN = CHARACTERS.comma | CHARACTERS.date | CHARACTERS.exponent | CHARACTERS.other;

/** How a number is read. For some, this depends on how the other numbers of the column are written. */
const READING = {
  sure: 0,
  /** `1,234`: a decimal comma, or one between thousands. Added as 1234. */
  oneComma: 1,
  /** `1.234`: a decimal point, or one between thousands. Added as 1.234. */
  threeDecimals: 2,
} as const;
const READINGS = 3;

/** Sums, spans and different values of the columns, as cell after cell is added. */
export class ColumnValues {
  /** By column: a value of `CELL_TYPE`: `empty`, `number`, `date` or `text`. */
  readonly #types: Uint8Array;
  /** By column: 1 if it is a number column with a stray text value, such as a note at its end. */
  readonly #isMixed: Uint8Array;
  /** By column: 1 if a number has too many digits to be added. */
  readonly #hasNoSum: Uint8Array;
  readonly #sums: DecimalSums;
  readonly #days: DaySpans;
  readonly distinct: DistinctValues;

  readonly notations: ColumnNotations;
  readonly profiles: ColumnProfiles | undefined;

  /** @param delimiter that of CSV; undefined for JSON. */
  constructor(columns: number, request: TotalsRequest, delimiter?: string) {
    this.profiles = request === 'profile' ? new ColumnProfiles() : undefined;
    this.#types = new Uint8Array(columns);
    this.#isMixed = new Uint8Array(columns);
    this.#hasNoSum = new Uint8Array(columns);
    this.#sums = new DecimalSums(columns * READINGS);
    this.#days = new DaySpans(columns);
    this.distinct = new DistinctValues(columns);
    this.notations = new ColumnNotations(columns, delimiter, {
      isNumber: (column) => this.#types[column] === NUMBER,
      hasOtherValues: (column) => this.#hasOtherValues(column),
      hasUnsureCommas: (column) => this.#sums.hasNumbers(column * READINGS + READING.oneComma),
      hasOtherNumbers: (column) => this.#sums.hasNumbers(column * READINGS + READING.sure),
      hasUnsurePoints: (column) => this.#sums.hasNumbers(column * READINGS + READING.threeDecimals),
    });
  }

  /**
   * Adds a value that is not blank. Around it, there may be spaces and quotes.
   *
   * @param type its type: of `CELL_TYPE`.
   * @param bits of `CHARACTERS` and `CELL`.
   * @param view the bytes, with at least three more behind them.
   */
  add(column: number, type: number, bits: number, view: DataView, from: number, to: number): void {
    const known = this.#types[column];
    const general = type === CELL_TYPE.date || type === CELL_TYPE.text ? type : CELL_TYPE.number;
    if (known !== general) {
      if (known === NUMBER) {
        // The notation of its numbers still matters.
        this.#isMixed[column] = 1;
        return;
      }
      if (known !== CELL_TYPE.empty) {
        this.#types[column] = CELL_TYPE.text;
        return;
      }
      this.#types[column] = general;
    }
    if (general === CELL_TYPE.number) {
      if (from < 0) {
        // Only its end is left.
        this.#hasNoSum[column] = 1;
      } else if (type !== NUMBER || (bits & NOT_PLAIN) !== 0) {
        this.#addByBytes(column, type, view, from, to);
      } else if ((bits & CELL.isQuoted) === 0) {
        this.#addPlain(column, view, from, to);
      } else if (view.getUint8(to - 1) === QUOTE) {
        this.#addPlain(column, view, from + 1, to - 1);
      } else {
        this.#addByBytes(column, type, view, from, to);
      }
    } else if (general === CELL_TYPE.date) {
      this.#addDate(column, view, from, to);
    }
  }

  /**
   * Adds the cells of a column as long as they are like those before and written in the usual way. Returns the index of the first that
   * is not; negative if all are.
   */
  addRun(column: number, run: CellRun): number {
    switch (this.#types[column]) {
      case CELL_TYPE.number:
        return addPlainNumbers(run, this.#sums, column * READINGS, this.notations.shown, column);
      case CELL_TYPE.date:
        return this.#days.addIsoDays(run, column);
      default:
        return run.first;
    }
  }

  /**
   * Adds a cell of CSV to the different values of its column.
   *
   * @param view the bytes, and at least three more.
   */
  addDistinct(column: number, bits: number, view: DataView, from: number, to: number): void {
    const { distinct } = this;
    if (!distinct.isCountingIn(column)) {
      return;
    }
    if (from < 0) {
      distinct.stop(column);
    } else if ((bits & CELL.hasStrayQuote) !== 0) {
      // The same value can be written with and without quotes.
      const written = Buffer.from(view.buffer, view.byteOffset + from, to - from).toString();
      this.addDistinctText(column, valueOfCell(written).replaceAll('"', '""'));
    } else if ((bits & CELL.isQuoted) !== 0) {
      let end = to - 1;
      while (end > from && view.getUint8(end) !== QUOTE) {
        end--;
      }
      distinct.add(column, view, from + 1, end);
    } else {
      distinct.add(column, view, from, to);
    }
  }

  /** Adds a number of JSON. */
  addJsonNumber(column: number, isShort: boolean, view: DataView, from: number, to: number): void {
    this.add(column, NUMBER, isShort ? CHARACTERS.digit : CHARACTERS.exponent, view, from, to);
    if (this.distinct.isCountingIn(column)) {
      this.distinct.add(column, view, from, to);
      this.stopIfOrdered(column);
    }
  }

  /**
   * Numbers that ascend or descend are all different: after a while, they are not compared any more. Call this when the same values have
   * been added to the sums and to the different values.
   */
  stopIfOrdered(column: number): void {
    const count = this.distinct.countOf(column);
    if (count >= ORDERED_AFTER && !this.distinct.hasRepeated(column) && this.#isOrdered(column, count)) {
      this.distinct.stop(column);
    }
  }

  addDistinctText(column: number, text: string): void {
    const length = Buffer.byteLength(text);
    const bytes = Buffer.alloc(length + 4);
    bytes.write(text);
    this.distinct.add(column, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0, length);
  }

  /** Makes a column a text column. */
  setText(column: number): void {
    this.#types[column] = CELL_TYPE.text;
  }

  /** Whether the column can't have totals any more. */
  isText(column: number): boolean {
    return this.#types[column] === CELL_TYPE.text;
  }

  totalsOf(column: number, name: string, rows: number, blanks: number): ColumnTotals {
    const filled = rows - blanks;
    const type = this.#typeOf(column);
    const total = type === 'number' && this.#hasNoSum[column] === 0 ? this.#totalOf(column) : undefined;
    const span = type === 'date' ? this.#days.spanOf(column) : undefined;
    const isOrdered = type === 'number' && this.#isOrdered(column, filled);
    const exactCount = isOrdered ? filled : this.#exactCountOf(column);
    return {
      name,
      type,
      filled,
      blanks,
      sum: total && writeDecimal(total.sum),
      smallest: total ? writeDecimal(total.smallest) : span?.first,
      largest: total ? writeDecimal(total.largest) : span?.last,
      distinct: exactCount ?? this.distinct.countOf(column),
      isDistinctExact: exactCount !== undefined,
      isUnique: blanks > 0 ? false : this.#isUnique(column, rows, exactCount),
      ...(this.profiles && {
        profile: this.profiles.profileOf(column, this.notations.of(column), type === 'number'),
      }),
    };
  }

  /** How many different values the column has; undefined if not all of them were counted. */
  #exactCountOf(column: number): number | undefined {
    return this.distinct.isExact(column) ? this.distinct.countOf(column) : this.profiles?.distinctCountOf(column);
  }

  /** Whether all values of a column without blanks are different; undefined if that is not known, or without rows. */
  #isUnique(column: number, rows: number, exactCount: number | undefined): boolean | undefined {
    if (this.distinct.hasRepeated(column)) {
      return false;
    }
    return rows === 0 || exactCount === undefined ? undefined : exactCount === rows;
  }

  #typeOf(column: number): ColumnType {
    if (this.#types[column] === NUMBER && this.#hasOtherValues(column)) {
      return 'text';
    }
    switch (this.#types[column]) {
      case CELL_TYPE.empty:
        return 'blank';
      case CELL_TYPE.number:
        return this.notations.hasBothCommas(column) ? 'text' : 'number';
      case CELL_TYPE.date:
        return 'date';
      default:
        return 'text';
    }
  }

  /** Whether a column of numbers has a value that is none. */
  #hasOtherValues(column: number): boolean {
    return this.#isMixed[column] === 1 || this.notations.hasAddresses(column);
  }

  /** Reads points and commas as the conversion to decimal points does. */
  #totalOf(column: number) {
    const notation = this.notations.of(column);
    const commaShift = (notation & NOTATION.decimalComma) === 0 ? 0 : -3;
    const pointShift = hasPointGroups(notation) ? 3 : 0;
    const parts = [
      this.#sums.totalOf(column * READINGS + READING.sure),
      shiftedTotal(this.#sums.totalOf(column * READINGS + READING.oneComma), commaShift),
      shiftedTotal(this.#sums.totalOf(column * READINGS + READING.threeDecimals), pointShift),
    ].filter((part) => part !== undefined);
    const [first, ...others] = parts;
    return first && others.reduce(combine, first);
  }

  /** Whether the numbers ascend or descend, all in the same notation: then they are all different. */
  #isOrdered(column: number, values: number): boolean {
    if (this.#hasOtherValues(column)) {
      return false;
    }
    return Object.values(READING).some((reading) => this.#sums.isOrdered(column * READINGS + reading, values));
  }

  /** Adds digits, perhaps with a sign before and a point among them. */
  #addPlain(column: number, view: DataView, from: number, end: number): void {
    const sign = view.getUint8(from);
    const start = sign === MINUS || sign === PLUS ? from + 1 : from;
    const series = column * READINGS;
    let point = end - 1 - (this.#sums.scales[series] ?? 0);
    // Most often, it is where it was before.
    if (point < start || view.getUint8(point) !== POINT) {
      point = end - 1;
      while (point >= start && view.getUint8(point) !== POINT) {
        point--;
      }
    }
    const decimals = point < start ? 0 : end - point - 1;
    const integerEnd = point < start ? end : point;
    if (integerEnd - start > MAX_DIGITS_READ || decimals > MAX_DIGITS_READ - 1 || start < MAX_DIGITS_READ) {
      this.#addByBytes(column, CELL_TYPE.number, view, from, end);
      return;
    }
    let value = digitsBefore(view, integerEnd, integerEnd - start);
    if (decimals > 0) {
      value = value * (POWERS[decimals] ?? 1) + digitsBefore(view, end, decimals);
    }
    const isUnsure = decimals === 3 && integerEnd - start < 4 && integerEnd > start && view.getUint8(start) !== ZERO;
    if (point >= start && !isUnsure) {
      this.notations.add(column, NOTATION.decimalPoint);
    }
    this.#sums.addInteger(
      isUnsure ? series + READING.threeDecimals : series,
      sign === MINUS ? -value : value,
      decimals,
    );
  }

  /** Adds a number as `typeOfCell` recognizes it, byte by byte. */
  #addByBytes(column: number, type: number, view: DataView, start: number, end: number): void {
    const isDecimalComma =
      type === CELL_TYPE.decimalComma || type === CELL_TYPE.pointGroups || type === CELL_TYPE.pointGroupsOrAddress;
    let value = 0;
    let digits = 0;
    let isNegative = false;
    let decimals = -1;
    let commas = 0;
    let firstDigit = 0;
    for (let at = start; at < end; at++) {
      const byte = view.getUint8(at);
      const digit = byte - ZERO;
      if (digit >= 0 && digit <= 9) {
        value = value * 10 + digit;
        firstDigit = digits === 0 ? digit : firstDigit;
        digits++;
        decimals += decimals < 0 ? 0 : 1;
      } else if (byte === (isDecimalComma ? COMMA : POINT)) {
        decimals = 0;
      } else if (byte === COMMA) {
        commas++;
      } else if (byte === MINUS) {
        isNegative = true;
      } else if ((byte | LOWER_CASE_BIT) === LOWER_E) {
        this.notations.add(column, notationShownBy(type, decimals >= 0));
        this.#addBigDecimal(column, view, start, end, isDecimalComma);
        return;
      }
    }
    const isUnsurePoint = type === CELL_TYPE.number && decimals === 3 && digits > 3 && digits < 7 && firstDigit > 0;
    this.notations.add(column, notationShownBy(type, decimals >= 0 && !isUnsurePoint));
    if (digits > MAX_DIGITS_IN_DOUBLE) {
      this.#addBigDecimal(column, view, start, end, isDecimalComma);
      return;
    }
    const isUnsureComma = type === CELL_TYPE.number && commas > 0;
    const reading = isUnsureComma ? READING.oneComma : isUnsurePoint ? READING.threeDecimals : READING.sure;
    this.#sums.addInteger(column * READINGS + reading, isNegative ? -value : value, Math.max(decimals, 0));
  }

  #addDate(column: number, view: DataView, from: number, end: number): void {
    let start = from;
    while (view.getUint8(start) === QUOTE || view.getUint8(start) === SPACE) {
      start++;
    }
    if (
      end - start >= 10 &&
      view.getUint8(start + 4) === MINUS &&
      view.getUint8(start + 7) === MINUS &&
      isDigit(view.getUint8(start + 9))
    ) {
      this.#days.addIso(column, view, start);
    } else {
      this.#days.add(column, view, start, end);
    }
  }

  /** Adds a number with more digits than a double holds, or with an exponent. */
  #addBigDecimal(column: number, view: DataView, start: number, end: number, isDecimalComma: boolean): void {
    const text = Buffer.from(view.buffer, view.byteOffset + start, Math.min(end - start, MAX_NUMBER_LENGTH));
    const written = text
      .toString('latin1')
      .replaceAll(isDecimalComma ? /[ ".\u0080-\u00FF]/g : /[ ",]/g, '')
      .replace(',', '.');
    const number = end - start > MAX_NUMBER_LENGTH ? undefined : readDecimal(written.trim());
    if (number === undefined) {
      this.#hasNoSum[column] = 1;
    } else {
      this.#sums.addDecimal(column * READINGS + READING.sure, number);
    }
  }
}

function shiftedTotal(total: Total | undefined, power: number): Total | undefined {
  return (
    total && {
      sum: shifted(total.sum, power),
      smallest: shifted(total.smallest, power),
      largest: shifted(total.largest, power),
    }
  );
}
