import type { Bin } from '../../model/columnTotals.ts';

/** An even number: two bins become one when the range doubles. */
const BINS = 24;
/** The first numbers decide on the width of the bins. */
const FIRST_NUMBERS = 500;
/** Numbers beyond it are not counted, and bins less wide than its inverse are not made: computing their edges would overflow. */
const LARGEST = 1e290;
/** Bins less wide have edges that are only close to the decimal numbers they are shown as. */
const MAX_DECIMALS = 15;

/** Counts numbers in a few bins of equal width, although their range is not known before the last one. */
export class Histogram {
  #first: number[] = [];
  #counts: number[] = [];
  // In units: an edge is a quotient of two integers, so that it equals a number that is written like it.
  #start = 0;
  #width = 1;
  #unitsPerOne = 1;

  add(value: number): void {
    if (!(Math.abs(value) <= LARGEST)) {
      return;
    }
    if (this.#counts.length > 0) {
      this.#count(value);
      return;
    }
    this.#first.push(value);
    if (this.#first.length === FIRST_NUMBERS) {
      this.#begin();
    }
  }

  /** The bins between the first and the last that are not empty. */
  read(): readonly Bin[] {
    if (this.#first.length > 0) {
      this.#begin();
    }
    const bins = this.#counts.map((count, index) => ({
      from: this.#edge(index),
      to: this.#edge(index + 1),
      count,
    }));
    const isFilled = ({ count }: Bin): boolean => count > 0;
    return bins.slice(bins.findIndex(isFilled), bins.findLastIndex(isFilled) + 1);
  }

  #begin(): void {
    const numbers = this.#first;
    this.#first = [];
    const smallest = numbers.reduce((least, value) => Math.min(least, value), Infinity);
    const largest = numbers.reduce((most, value) => Math.max(most, value), -Infinity);
    const { width, unitsPerOne } = roundWidth((largest - smallest) / (BINS / 2));
    this.#width = width;
    this.#unitsPerOne = unitsPerOne;
    this.#start = Math.floor((smallest * unitsPerOne) / width) * width;
    this.#counts = Array.from({ length: BINS }, () => 0);
    for (const value of numbers) {
      this.#count(value);
    }
  }

  #count(value: number): void {
    let index = this.#indexOf(value);
    while (index < 0 || index >= BINS) {
      this.#double(index < 0);
      index = this.#indexOf(value);
    }
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
  }

  #indexOf(value: number): number {
    const index = Math.floor((value * this.#unitsPerOne - this.#start) / this.#width);
    // Because of rounding, a number at an edge may end up on the wrong side of it.
    if (value < this.#edge(index)) {
      return index - 1;
    }
    return value >= this.#edge(index + 1) ? index + 1 : index;
  }

  /** Where a bin begins. */
  #edge(index: number): number {
    return (this.#start + index * this.#width) / this.#unitsPerOne;
  }

  /** Doubles the range, upwards or downwards. */
  #double(isDownwards: boolean): void {
    const before = this.#counts;
    const pairs = Array.from({ length: BINS / 2 }, (_, pair) => (before[2 * pair] ?? 0) + (before[2 * pair + 1] ?? 0));
    const empty = pairs.map(() => 0);
    this.#counts = isDownwards ? [...empty, ...pairs] : [...pairs, ...empty];
    this.#start -= isDownwards ? BINS * this.#width : 0;
    this.#width *= 2;
  }
}

/** 1, 2 or 5 times a power of ten, and at least this much, in units. */
function roundWidth(least: number): { readonly width: number; readonly unitsPerOne: number } {
  if (!(least >= 1 / LARGEST)) {
    return { width: 1, unitsPerOne: 1 };
  }
  const power = Math.floor(Math.log10(least));
  const factor = [1, 2, 5].find((one) => one * 10 ** power >= least) ?? 10;
  return power < 0 && power >= -MAX_DECIMALS
    ? { width: factor, unitsPerOne: Number(`1e${-power}`) }
    : { width: factor * Number(`1e${power}`), unitsPerOne: 1 };
}
