import type { ColumnTotals, ColumnType, TotalsRequest } from '../../model/columnTotals.ts';
import { CELL_TYPE } from '../csv/cellType.ts';
import { CELL, CHARACTERS } from '../csv/cellBatch.ts';
import { valueOfCell } from '../csv/cellText.ts';
import { readNamedDate } from '../csv/namedDate.ts';
import { isDigit, isLetter, MINUS, QUOTE, SPACE } from '../text/ascii.ts';
import type { CellRun } from './cellRun.ts';
import { ColumnNotations } from './columnNotations.ts';
import { ColumnProfiles } from './columnProfiles.ts';
import { DaySpans } from './daySpans.ts';
import { writeDecimal } from './decimal.ts';
import { DistinctValues } from './distinctValues.ts';
import { NumberSums } from './numberSums.ts';

/** In a variable: reading the property of an imported object takes time. */
const NUMBER = CELL_TYPE.number;

/** After this many numbers in order, the others are likely to be in order, too. */
const ORDERED_AFTER = 1_000;

/** Sums, spans and different values of the columns, as cell after cell is added. */
export class ColumnValues {
  /** By column: a value of `CELL_TYPE`: `empty`, `number`, `date` or `text`. */
  readonly #types: Uint8Array;
  /** By column: 1 if it has a text such as `NULL`, or is a number column with a stray text value, such as a note at its end. */
  readonly #isMixed: Uint8Array;
  readonly #numbers: NumberSums;
  readonly #days: DaySpans;
  readonly distinct: DistinctValues;

  /** The bytes of the view that was read last. */
  #view: DataView | undefined;
  #bytes: Uint8Array = new Uint8Array(0);

  readonly notations: ColumnNotations;
  readonly profiles: ColumnProfiles | undefined;

  /** @param delimiter that of CSV; undefined for JSON. */
  constructor(columns: number, request: TotalsRequest, delimiter?: string) {
    this.profiles = request === 'profile' ? new ColumnProfiles() : undefined;
    this.#types = new Uint8Array(columns);
    this.#isMixed = new Uint8Array(columns);
    this.#days = new DaySpans(columns);
    this.distinct = new DistinctValues(columns);
    this.notations = new ColumnNotations(columns, delimiter, {
      isNumber: (column) => this.#types[column] === NUMBER,
      hasOtherValues: (column) => this.#hasOtherValues(column),
      hasAmbiguousCommas: (column) => this.#numbers.hasAmbiguousCommas(column),
      hasAmbiguousPoints: (column) => this.#numbers.hasAmbiguousPoints(column),
      hasUnambiguousNumbers: (column) => this.#numbers.hasUnambiguousNumbers(column),
    });
    this.#numbers = new NumberSums(this.notations.shown);
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
    const general = generalType(type);
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
      this.#numbers.add(column, type, bits, view, from, to);
    } else if (type === CELL_TYPE.namedDate) {
      this.#addNamedDate(column, view, from, to);
    } else if (general === CELL_TYPE.date) {
      this.#addDate(column, view, from, to);
    }
  }

  /** Adds a text such as `NULL`. The notation of the numbers in the column still matters. */
  addNull(column: number): void {
    this.#isMixed[column] = 1;
  }

  /**
   * Adds the cells of a column as long as they are like those before and written in the usual way. Returns the index of the first that
   * is not; negative if all are.
   */
  addRun(column: number, run: CellRun): number {
    switch (this.#types[column]) {
      case CELL_TYPE.number:
        return this.#numbers.addRun(column, run);
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
    const total = type === 'number' ? this.#numbers.totalOf(column, this.notations.of(column)) : undefined;
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
    return this.distinct.isCountingIn(column) ? this.distinct.countOf(column) : this.profiles?.distinctCountOf(column);
  }

  /** Whether all values of a column without blanks are different; undefined if that is not known, or without rows. */
  #isUnique(column: number, rows: number, exactCount: number | undefined): boolean | undefined {
    if (this.distinct.hasRepeated(column)) {
      return false;
    }
    return rows === 0 || exactCount === undefined ? undefined : exactCount === rows;
  }

  #typeOf(column: number): ColumnType {
    if (this.#hasOtherValues(column)) {
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

  /** Whether a column of numbers or dates has a value of another type. */
  #hasOtherValues(column: number): boolean {
    return this.#isMixed[column] === 1 || this.notations.hasAddresses(column);
  }

  /** Whether the numbers ascend or descend: then they are all different. */
  #isOrdered(column: number, values: number): boolean {
    return !this.#hasOtherValues(column) && this.#numbers.isOrdered(column, values);
  }

  #addNamedDate(column: number, view: DataView, from: number, to: number): void {
    let [start, end] = [from, to];
    while (!isLetterOrDigit(view.getUint8(start))) {
      start++;
    }
    while (!isLetterOrDigit(view.getUint8(end - 1))) {
      end--;
    }
    const date = readNamedDate(this.#bytesOf(view), start, end);
    if (date !== undefined) {
      this.#days.addNamed(column, date);
    }
  }

  #bytesOf(view: DataView): Uint8Array {
    if (this.#view !== view) {
      this.#view = view;
      this.#bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    }
    return this.#bytes;
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
}

function isLetterOrDigit(byte: number): boolean {
  return isLetter(byte) || isDigit(byte);
}

/** `number`, `date` or `text`. */
function generalType(type: number): number {
  switch (type) {
    case CELL_TYPE.text:
    case CELL_TYPE.date:
      return type;
    case CELL_TYPE.namedDate:
      return CELL_TYPE.date;
    default:
      return NUMBER;
  }
}
