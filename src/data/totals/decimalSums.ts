import { POWERS_OF_TEN } from '../text/powersOfTen.ts';
import { add, compare, withScale } from './decimal.ts';
import type { Decimal } from './decimal.ts';

/** Two integers up to this one can be added exactly in a double. */
export const MAX_ADDEND = 4_500_000_000_000_000;

export interface Total {
  readonly sum: Decimal;
  readonly smallest: Decimal;
  readonly largest: Decimal;
}

/**
 * The exact sums, smallest and largest of several series of decimal numbers. All numbers of a series are integers with the same
 * number of decimals, which a double adds exactly and fast; only what doesn't fit is added as big integers.
 */
export class DecimalSums {
  /** By series: the number of decimals of the integers in the next arrays. */
  readonly scales: Uint8Array;
  readonly sums: Float64Array;
  readonly smallest: Float64Array;
  readonly largest: Float64Array;
  /** How often a number was larger, or smaller, than all before. */
  readonly ascents: Float64Array;
  readonly descents: Float64Array;
  /** By series: what does not fit into them, as big integers. */
  readonly #bigTotals = new Map<number, Total>();

  constructor(series: number) {
    this.scales = new Uint8Array(series);
    this.sums = new Float64Array(series);
    this.smallest = new Float64Array(series).fill(Infinity);
    this.largest = new Float64Array(series).fill(-Infinity);
    this.ascents = new Float64Array(series);
    this.descents = new Float64Array(series);
  }

  /** Adds an integer of at most 15 digits, of which `decimals` are after the point. */
  addInteger(series: number, integer: number, decimals: number): void {
    let value = integer;
    const scale = this.scales[series] ?? 0;
    if (decimals !== scale) {
      if (decimals > scale) {
        this.#changeScale(series, decimals);
      } else {
        value *= POWERS_OF_TEN[scale - decimals] ?? 1;
        if (value > MAX_ADDEND || value < -MAX_ADDEND) {
          this.addDecimal(series, { digits: BigInt(integer), scale: decimals });
          return;
        }
      }
    }
    const sum = (this.sums[series] ?? 0) + value;
    this.sums[series] = sum;
    if (value > (this.largest[series] ?? 0) || value < (this.smallest[series] ?? 0)) {
      this.#addExtreme(series, value);
    }
    if (sum > MAX_ADDEND || sum < -MAX_ADDEND) {
      this.#moveSum(series);
    }
  }

  #addExtreme(series: number, value: number): void {
    if (value > (this.largest[series] ?? 0)) {
      this.largest[series] = value;
      this.ascents[series] = (this.ascents[series] ?? 0) + 1;
    }
    if (value < (this.smallest[series] ?? 0)) {
      this.smallest[series] = value;
      this.descents[series] = (this.descents[series] ?? 0) + 1;
    }
  }

  /** Adds an integer, with the decimals of the series, to its sum alone. */
  addToSum(series: number, integer: number): void {
    const sum = (this.sums[series] ?? 0) + integer;
    this.sums[series] = sum;
    if (sum > MAX_ADDEND || sum < -MAX_ADDEND) {
      this.#moveSum(series);
    }
  }

  /** Adds the sum of the integers to that of the big integers, and begins again at 0. */
  #moveSum(series: number): void {
    const total = this.totalOf(series);
    if (total !== undefined) {
      this.#bigTotals.set(series, total);
      this.sums[series] = 0;
    }
  }

  addDecimal(series: number, value: Decimal): void {
    const before = this.#bigTotals.get(series);
    const total = { sum: value, smallest: value, largest: value };
    this.#bigTotals.set(series, before === undefined ? total : combine(total, before));
  }

  hasNumbers(series: number): boolean {
    return this.#bigTotals.has(series) || (this.smallest[series] ?? 0) <= (this.largest[series] ?? 0);
  }

  /** Undefined if nothing was added. */
  totalOf(series: number): Total | undefined {
    const big = this.#bigTotals.get(series);
    const scale = this.scales[series] ?? 0;
    const [sum = 0, smallest = 0, largest = 0] = [this.sums[series], this.smallest[series], this.largest[series]];
    if (smallest > largest) {
      return big;
    }
    const own = {
      sum: { digits: BigInt(sum), scale },
      smallest: { digits: BigInt(smallest), scale },
      largest: { digits: BigInt(largest), scale },
    };
    return big === undefined ? own : combine(own, big);
  }

  /** Whether a series has this many numbers, and each is greater than the one before or each is less. */
  isOrdered(series: number, numbers: number): boolean {
    return this.ascents[series] === numbers || this.descents[series] === numbers;
  }

  #changeScale(series: number, decimals: number): void {
    this.#moveSum(series);
    const factor = POWERS_OF_TEN[decimals - (this.scales[series] ?? 0)] ?? 1;
    this.scales[series] = decimals;
    const [smallest = 0, largest = 0] = [this.smallest[series], this.largest[series]];
    if (smallest * factor < -MAX_ADDEND || largest * factor > MAX_ADDEND) {
      // They are kept as big integers. Whether the next number is in order is not known.
      this.smallest[series] = Infinity;
      this.largest[series] = -Infinity;
      this.ascents[series] = -Infinity;
      this.descents[series] = -Infinity;
    } else {
      this.smallest[series] = smallest * factor;
      this.largest[series] = largest * factor;
    }
  }
}

/** The total of two parts of a series, with the decimals of the one that has more. */
export function combine(one: Total, other: Total): Total {
  const sum = add(one.sum, other.sum);
  const smallest = compare(one.smallest, other.smallest) <= 0 ? one.smallest : other.smallest;
  const largest = compare(one.largest, other.largest) >= 0 ? one.largest : other.largest;
  return { sum, smallest: withScale(smallest, sum.scale), largest: withScale(largest, sum.scale) };
}
