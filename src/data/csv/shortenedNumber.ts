import { COMMA, endOfDigits, isDigit, LOWER_CASE_BIT, LOWER_E, PLUS, POINT, QUOTE, ZERO } from '../text/ascii.ts';
import { CHARACTERS } from './cellBatch.ts';

/** The characters of a shortened number, which may also have a point or a comma. */
const REQUIRED_CHARACTERS = CHARACTERS.digit | CHARACTERS.sign | CHARACTERS.exponent;
/** The exponents of numbers of 12 to 22 digits: spreadsheets write shorter numbers in full, and a longer one is unlikely to be an ID. */
const MIN_EXPONENT = 11;
const MAX_EXPONENT = 21;
const EXPONENT_LENGTH = 'E+12'.length;

/**
 * Whether a cell is a long whole number without its last digits, such as `4.00638E+12`. Spreadsheets and statistics programs write IDs so
 * that they have read as numbers.
 *
 * @param bits of the cell. They decide for nearly all cells, without a look at the bytes.
 * @param start negative if the beginning of the cell is no longer there.
 */
export function isShortenedNumber(bits: number, bytes: Uint8Array, start: number, end: number): boolean {
  if ((bits & REQUIRED_CHARACTERS) !== REQUIRED_CHARACTERS || (bits & CHARACTERS.other) !== 0 || start < 0) {
    return false;
  }
  const isQuoted = bytes[start] === QUOTE;
  const from = isQuoted ? start + 1 : start;
  const to = isQuoted ? end - 1 : end;
  const exponentAt = to - EXPONENT_LENGTH;
  const exponent = readExponent(bytes, exponentAt);
  if (exponent === undefined || exponent < MIN_EXPONENT || exponent > MAX_EXPONENT || !isDigit(bytes[from])) {
    return false;
  }
  const decimals = exponentAt - from - 2;
  const hasSeparator = bytes[from + 1] === POINT || bytes[from + 1] === COMMA;
  return hasSeparator
    ? decimals > 0 && decimals < exponent && endOfDigits(bytes, from + 2, exponentAt) === exponentAt
    : exponentAt === from + 1;
}

/** Reads `E+12`. Undefined if it is not there. */
function readExponent(bytes: Uint8Array, at: number): number | undefined {
  const tens = bytes[at + 2] ?? 0;
  const ones = bytes[at + 3] ?? 0;
  const isExponent = bytes[at + 1] === PLUS && ((bytes[at] ?? 0) | LOWER_CASE_BIT) === LOWER_E;
  return isExponent && isDigit(tens) && isDigit(ones) ? (tens - ZERO) * 10 + ones - ZERO : undefined;
}
