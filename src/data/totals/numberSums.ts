import { CELL_TYPE } from '../csv/cellType.ts';
import { CELL, CHARACTERS } from '../csv/cellBatch.ts';
import { COMMA, LOWER_CASE_BIT, LOWER_E, MINUS, PLUS, POINT, QUOTE, ZERO } from '../text/ascii.ts';
import { POWERS_OF_TEN } from '../text/powersOfTen.ts';
import type { CellRun } from './cellRun.ts';
import { notationShownBy } from './columnNotations.ts';
import { readDecimal, shifted } from './decimal.ts';
import { combine, DecimalSums } from './decimalSums.ts';
import type { Total } from './decimalSums.ts';
import { digitsBefore, MAX_DIGITS_READ } from './digits.ts';
import { hasPointGroups, NOTATION } from './notation.ts';
import { addPlainNumbers } from './plainNumbers.ts';

/** In a variable: reading the property of an imported object takes time. */
const NUMBER = CELL_TYPE.number;

/** In bytes. Adding longer numbers would take too long. */
const MAX_NUMBER_LENGTH = 4_096;
/** An integer of as many digits is exact in a double. */
const MAX_DIGITS_IN_DOUBLE = 15;

/** What a number has if it is not only digits with a sign before them, a point or both. */
const NOT_PLAIN = CHARACTERS.comma | CHARACTERS.date | CHARACTERS.exponent | CHARACTERS.other;

/** How a number is read. For some, this depends on how the other numbers of the column are written. */
const READING = {
  unambiguous: 0,
  /** `1,234`: a decimal comma, or one between thousands. Added as 1234. */
  oneComma: 1,
  /** `1.234`: a decimal point, or one between thousands. Added as 1.234. */
  threeDecimals: 2,
} as const;
const READINGS = 3;

/** Sums, smallest and largest numbers of the columns, read from the bytes of the cells. */
export class NumberSums {
  readonly #sums: DecimalSums;
  /** By column: 1 if a number has too many digits to be added. */
  readonly #hasNoSum: Uint8Array;
  /** By column: what the numbers show, bits of `NOTATION`. */
  readonly #shown: Uint8Array;

  /** @param shown the notation of each column, to which that of each number is added. */
  constructor(shown: Uint8Array) {
    this.#sums = new DecimalSums(shown.length * READINGS);
    this.#hasNoSum = new Uint8Array(shown.length);
    this.#shown = shown;
  }

  /**
   * Adds a number. Around it, there may be spaces and quotes.
   *
   * @param type that of the number, of `CELL_TYPE`.
   * @param bits of `CHARACTERS` and `CELL`.
   * @param view the bytes, with at least three more behind them.
   * @param from negative if only the end of the number is left.
   */
  add(column: number, type: number, bits: number, view: DataView, from: number, to: number): void {
    if (from < 0) {
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
  }

  /** Adds the cells of a column as long as they are plain numbers. Returns the index of the first that is not; negative if all are. */
  addRun(column: number, run: CellRun): number {
    return addPlainNumbers(run, this.#sums, column * READINGS, this.#shown, column);
  }

  /** Whether the column has a number such as `1,234`. */
  hasAmbiguousCommas(column: number): boolean {
    return this.#sums.hasNumbers(column * READINGS + READING.oneComma);
  }

  /** Whether the column has a number such as `1.234`. */
  hasAmbiguousPoints(column: number): boolean {
    return this.#sums.hasNumbers(column * READINGS + READING.threeDecimals);
  }

  /** Whether the column has a number other than `1,234` and `1.234`. */
  hasUnambiguousNumbers(column: number): boolean {
    return this.#sums.hasNumbers(column * READINGS + READING.unambiguous);
  }

  /** Whether there are this many numbers, all in the same notation, and they ascend or descend: then they are all different. */
  isOrdered(column: number, count: number): boolean {
    return Object.values(READING).some((reading) => this.#sums.isOrdered(column * READINGS + reading, count));
  }

  /**
   * Reads points and commas as the conversion to decimal points does. Undefined without numbers, or if one has too many digits.
   *
   * @param notation of the column, bits of `NOTATION`.
   */
  totalOf(column: number, notation: number): Total | undefined {
    if (this.#hasNoSum[column] === 1) {
      return undefined;
    }
    const commaShift = (notation & NOTATION.decimalComma) === 0 ? 0 : -3;
    const pointShift = hasPointGroups(notation) ? 3 : 0;
    const parts = [
      this.#sums.totalOf(column * READINGS + READING.unambiguous),
      shiftedTotal(this.#sums.totalOf(column * READINGS + READING.oneComma), commaShift),
      shiftedTotal(this.#sums.totalOf(column * READINGS + READING.threeDecimals), pointShift),
    ].filter((part) => part !== undefined);
    const [first, ...others] = parts;
    return first && others.reduce(combine, first);
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
      value = value * (POWERS_OF_TEN[decimals] ?? 1) + digitsBefore(view, end, decimals);
    }
    const isAmbiguous = decimals === 3 && integerEnd - start < 4 && integerEnd > start && view.getUint8(start) !== ZERO;
    if (point >= start && !isAmbiguous) {
      this.#addNotation(column, NOTATION.decimalPoint);
    }
    this.#sums.addInteger(
      isAmbiguous ? series + READING.threeDecimals : series,
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
        this.#addNotation(column, notationShownBy(type, decimals >= 0));
        this.#addBigDecimal(column, view, start, end, isDecimalComma);
        return;
      }
    }
    const isAmbiguousPoint = type === CELL_TYPE.number && decimals === 3 && digits > 3 && digits < 7 && firstDigit > 0;
    this.#addNotation(column, notationShownBy(type, decimals >= 0 && !isAmbiguousPoint));
    if (digits > MAX_DIGITS_IN_DOUBLE) {
      this.#addBigDecimal(column, view, start, end, isDecimalComma);
      return;
    }
    let reading: number = isAmbiguousPoint ? READING.threeDecimals : READING.unambiguous;
    if (type === CELL_TYPE.number && commas > 0) {
      reading = READING.oneComma;
    }
    this.#sums.addInteger(column * READINGS + reading, isNegative ? -value : value, Math.max(decimals, 0));
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
      this.#sums.addDecimal(column * READINGS + READING.unambiguous, number);
    }
  }

  #addNotation(column: number, notation: number): void {
    this.#shown[column] = (this.#shown[column] ?? 0) | notation;
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
