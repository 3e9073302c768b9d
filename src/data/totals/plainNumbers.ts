import { ALL_CHARACTERS, BITS, CELL, CHARACTERS, END } from '../csv/cellBatch.ts';
import { END_OF_RUN, NEXT } from './cellRun.ts';
import type { CellRun } from './cellRun.ts';
import { COMMA, MINUS, PLUS, POINT, QUOTE, ZERO } from '../text/ascii.ts';
import { POWERS_OF_TEN } from '../text/powersOfTen.ts';
import { MAX_ADDEND } from './decimalSums.ts';
import type { DecimalSums } from './decimalSums.ts';
import { digitsBefore, MAX_DIGITS_READ, valueOfDigits } from './digits.ts';
import { NOTATION } from './notation.ts';

/** A number with one of them is not plain. */
const OTHER_BITS =
  (ALL_CHARACTERS & ~(CHARACTERS.digit | CHARACTERS.sign | CHARACTERS.point | CHARACTERS.comma)) | CELL.hasStrayQuote;
/** With as many decimals after eight digits, a number is exact in a double. */
const MAX_DECIMALS = 7;
const MAX_INTEGER = 0x7fff_ffff;

/**
 * Adds the numbers of cells until one has more digits than most have, or is written in another way than most. Skips empty cells. Returns
 * the index of the first cell that was not added; negative if all were.
 *
 * @param series of the sums: takes what can be read in one way only.
 * @param notations of the columns, to which those that are found are added.
 */
export function addPlainNumbers(
  run: CellRun,
  sums: DecimalSums,
  series: number,
  notations: Uint8Array,
  column: number,
): number {
  const first = sums.scales[series] === 0 ? addDigits(run, sums, series) : run.first;
  return first < 0 ? first : addDecimals({ ...run, first }, sums, series, notations, column);
}

// The loops have what they use in variables: the properties of objects would be read anew for each cell.

/** Adds cells that are only digits, to a sum without decimals. */
function addDigits({ cells, first, view }: CellRun, sums: DecimalSums, series: number): number {
  const characters = ALL_CHARACTERS;
  const content = ALL_CHARACTERS | CELL.isQuoted;
  const { digit } = CHARACTERS;
  // A double holds the sum of any number of cells that a batch can have.
  let sum = 0;
  let ascents = 0;
  let descents = 0;
  // Compared as integers: no number here is out of these limits.
  let smallest = Math.min(Math.max(sums.smallest[series] ?? 0, -1), MAX_INTEGER) | 0;
  let largest = Math.min(Math.max(sums.largest[series] ?? 0, -1), MAX_INTEGER) | 0;
  let index = first;
  for (; index >= 0; index = cells[index + NEXT] ?? END_OF_RUN) {
    const bits = cells[index + BITS] ?? 0;
    if ((bits & content) !== digit) {
      if ((bits & characters) === 0) {
        continue;
      }
      break;
    }
    const to = cells[index + END] ?? 0;
    const length = to - (cells[index] ?? 0);
    if (length > MAX_DIGITS_READ || to < MAX_DIGITS_READ) {
      break;
    }
    const value = valueOfDigits(view, to, length);
    sum += value;
    if (value > largest) {
      largest = value;
      ascents++;
    }
    if (value < smallest) {
      smallest = value;
      descents++;
    }
  }
  if (ascents > 0) {
    sums.largest[series] = largest;
    sums.ascents[series] = (sums.ascents[series] ?? 0) + ascents;
  }
  if (descents > 0) {
    sums.smallest[series] = smallest;
    sums.descents[series] = (sums.descents[series] ?? 0) + descents;
  }
  sums.addToSum(series, sum);
  return index;
}

/** Adds cells that may have a sign, decimals after a point or a comma, quotes, and the other separator before the last thousand. */
function addDecimals(
  { cells, first, view }: CellRun,
  sums: DecimalSums,
  series: number,
  notations: Uint8Array,
  column: number,
): number {
  const { decimalComma, pointGroups, commaGroups, decimalPoint } = NOTATION;
  const otherBits = OTHER_BITS;
  const characters = ALL_CHARACTERS;
  const powers = POWERS_OF_TEN;
  const { isQuoted } = CELL;
  const scale = sums.scales[series] ?? 0;
  if (scale > MAX_DECIMALS) {
    return first;
  }
  const unit = powers[scale] ?? 1;
  let sum = sums.sums[series] ?? 0;
  let smallest = sums.smallest[series] ?? 0;
  let largest = sums.largest[series] ?? 0;
  let ascents = sums.ascents[series] ?? 0;
  let descents = sums.descents[series] ?? 0;
  let notation = 0;
  let index = first;
  for (; index >= 0 && sum <= MAX_ADDEND && sum >= -MAX_ADDEND; index = cells[index + NEXT] ?? END_OF_RUN) {
    const bits = cells[index + BITS] ?? 0;
    if ((bits & characters) === 0) {
      continue;
    }
    let from = cells[index] ?? 0;
    let to = cells[index + END] ?? 0;
    if ((bits & isQuoted) !== 0) {
      from++;
      to--;
    }
    if (
      (bits & otherBits) !== 0 ||
      from < MAX_DIGITS_READ ||
      ((bits & isQuoted) !== 0 && view.getUint8(to) !== QUOTE)
    ) {
      break;
    }
    const sign = view.getUint8(from);
    if (sign === MINUS || sign === PLUS) {
      from++;
    }
    // Most often, the separator is where it was before.
    let at = to - 1 - scale;
    let separator = at < from ? ZERO : view.getUint8(at);
    if (separator >= ZERO) {
      at = to - 1;
      separator = ZERO;
      while (at > from && to - at <= MAX_DIGITS_READ && separator >= ZERO) {
        separator = view.getUint8(--at);
      }
    }
    let value: number;
    if (separator >= ZERO) {
      value = to <= from || to - from > MAX_DIGITS_READ ? -1 : digitsBefore(view, to, to - from) * unit;
    } else {
      const decimals = to - 1 - at;
      const group = at - from > 3 ? view.getUint8(at - 4) : ZERO;
      let integer: number;
      let found = separator === COMMA ? decimalComma : decimalPoint;
      if (group >= ZERO) {
        // What `1.234` and `1,234` mean depends on the others of the column.
        const isAmbiguous = decimals === 3 && (separator === COMMA || (at - from < 4 && view.getUint8(from) !== ZERO));
        const isWritten = separator === POINT || (separator === COMMA && at > from);
        integer = isAmbiguous || !isWritten || at - from > MAX_DIGITS_READ ? -1 : digitsBefore(view, at, at - from);
      } else {
        const isOther = separator === COMMA ? group === POINT : separator === POINT && group === COMMA;
        const isWritten = isOther && at - from < 8 && view.getUint8(from) !== ZERO;
        const thousands = isWritten && at - from > 4 ? digitsBefore(view, at - 4, at - 4 - from) : -1;
        const rest = digitsBefore(view, at, 3);
        integer = thousands < 0 || rest < 0 ? -1 : thousands * 1_000 + rest;
        found |= group === POINT ? pointGroups : commaGroups;
      }
      const fraction = decimals === 0 || decimals > scale ? -1 : digitsBefore(view, to, decimals);
      value = integer < 0 || fraction < 0 ? -1 : integer * unit + fraction * (powers[scale - decimals] ?? 1);
      notation |= value < 0 ? 0 : found;
    }
    if (value < 0) {
      break;
    }
    value = sign === MINUS ? -value : value;
    sum += value;
    if (value > largest) {
      largest = value;
      ascents++;
    }
    if (value < smallest) {
      smallest = value;
      descents++;
    }
  }
  sums.sums[series] = sum;
  sums.smallest[series] = smallest;
  sums.largest[series] = largest;
  sums.ascents[series] = ascents;
  sums.descents[series] = descents;
  // A sum that has become too large is moved to the big integers.
  sums.addToSum(series, 0);
  notations[column] = (notations[column] ?? 0) | notation;
  return index;
}
