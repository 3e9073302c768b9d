import { COMMA, endOfDigits, isDigit, isSign, POINT, QUOTE, SPACE } from '../text/ascii.ts';
import { ALL_CHARACTERS, CELL, CHARACTERS, MAX_NUMBER_LENGTH, TYPE_BITS } from './cellBatch.ts';
import { readNamedDate } from './namedDate.ts';
import { isDate, isTime } from './writtenDate.ts';
import { isDecimalComma, isGroupedByPoints, isNumber, mayBeAddress } from './writtenNumber.ts';

/** The type that a cell's text looks like. Plain numbers, because they are compared for every cell. */
export const CELL_TYPE = {
  empty: 0,
  number: 1,
  /** A number such as `12,5`. */
  decimalComma: 2,
  date: 3,
  text: 4,
  /** A number whose points can only be between its thousands: `1.234,5`, `1.234.567`. That of `1.234` may also be a decimal point. */
  pointGroups: 5,
  /** A number whose commas can only be between its thousands: `1,234.5`, `1,23,456`. `1,234` may also have a decimal comma. */
  commaGroups: 6,
  /** An amount or an IP address: `150.250.125.100`. In a column with other numbers that show points between thousands, it is an amount. */
  pointGroupsOrAddress: 7,
  /** A date such as `31 Oct 2026`. */
  namedDate: 8,
} as const;

/** The types of numbers, but for those that may be IP addresses. */
export const NUMBER_TYPES: ReadonlySet<number> = new Set([
  CELL_TYPE.number,
  CELL_TYPE.decimalComma,
  CELL_TYPE.pointGroups,
  CELL_TYPE.commaGroups,
]);

/** In `TYPES_BY_BITS`: the cell is empty, or its bytes have to be read. Neither is a type that a column can have. */
export const NO_VALUE = 0xfe;
export const UNKNOWN = 0xff;
/** The types of cells by their bits: most are numbers, dates or text. Only of the others, the bytes are read. */
export const TYPES_BY_BITS = Uint8Array.from({ length: TYPE_BITS + 1 }, (_, bits) => {
  const characters = bits & ALL_CHARACTERS;
  if (characters === 0) {
    return NO_VALUE;
  }
  if (characters === CHARACTERS.digit || (bits & CELL.isNumber) !== 0) {
    return CELL_TYPE.number;
  }
  if ((characters & CHARACTERS.other) !== 0) {
    return CELL_TYPE.text;
  }
  return (bits & CELL.isDate) !== 0 ? CELL_TYPE.date : UNKNOWN;
});

/** Detects the type of a cell by the classes of its characters and, only if necessary, by its bytes. */
export function typeOfCell(bits: number, bytes: Uint8Array, start: number, end: number): number {
  const characters = bits & ALL_CHARACTERS;
  if (characters <= CHARACTERS.digit) {
    return characters === 0 ? CELL_TYPE.empty : CELL_TYPE.number;
  }
  const mayBeNumberOrDate = (characters & CHARACTERS.other) === 0 && (characters & CHARACTERS.digit) !== 0;
  const mayBeBlank = characters === CHARACTERS.date;
  return mayBeNumberOrDate || mayBeBlank ? typeOfWritten(bytes, start, end) : CELL_TYPE.text;
}

/** Detects the type of a cell by its bytes only. */
export function typeOfWritten(bytes: Uint8Array, start: number, end: number): number {
  if (start < 0 || end - start > MAX_NUMBER_LENGTH) {
    return CELL_TYPE.text;
  }
  return bytes[start] === QUOTE ? typeOfQuoted(bytes, start + 1, end) : typeOfBytes(bytes, start, end);
}

/** Detects the type of bytes without quotes. */
export function typeOfUnquoted(bytes: Uint8Array, start: number, end: number): number {
  if (end - start > MAX_NUMBER_LENGTH) {
    return endOfDigits(bytes, start, end) === end ? CELL_TYPE.number : CELL_TYPE.text;
  }
  return typeOfBytes(bytes, start, end);
}

/** Detects the type of a text, ignoring white space around it. `31 Oct 2026` is a text, because columns often have such names. */
export function typeOfText(text: string): number {
  const bytes = Buffer.from(text.trim());
  const type = bytes.length > MAX_NUMBER_LENGTH ? CELL_TYPE.text : typeOfBytes(bytes, 0, bytes.length);
  return type === CELL_TYPE.namedDate ? CELL_TYPE.text : type;
}

/** Whether a cell that is not longer than a number may be has a digit. */
export function hasDigit(bytes: Uint8Array, start: number, end: number): boolean {
  return start >= 0 && end - start <= MAX_NUMBER_LENGTH && bytes.subarray(start, end).some(isDigit);
}

/** Whether a cell that is not longer than a number may be has both. */
export function hasDigitAndComma(bytes: Uint8Array, start: number, end: number): boolean {
  if (start < 0 || end - start > MAX_NUMBER_LENGTH) {
    return false;
  }
  let hasDigit = false;
  let hasComma = false;
  for (let at = start; at < end && !(hasDigit && hasComma); at++) {
    const byte = bytes[at] ?? 0;
    hasDigit ||= isDigit(byte);
    hasComma ||= byte === COMMA;
  }
  return hasDigit && hasComma;
}

/** @param start after the opening quote. */
function typeOfQuoted(bytes: Uint8Array, start: number, end: number): number {
  let close = end - 1;
  while (isSpaceAfterQuote(bytes[close] ?? 0)) {
    close--;
  }
  // Of other white space after the closing quote, which only few parsers ignore, it is a text.
  return bytes[close] === QUOTE ? typeOfBytes(bytes, start, close) : CELL_TYPE.text;
}

function isSpaceAfterQuote(byte: number): boolean {
  return byte === SPACE || (byte >= 0x09 && byte <= 0x0d);
}

/** Detects the type of bytes that may have spaces around them. */
function typeOfBytes(bytes: Uint8Array, from: number, to: number): number {
  let start = from;
  let end = to;
  while (start < end && bytes[start] === SPACE) {
    start++;
  }
  while (start < end && bytes[end - 1] === SPACE) {
    end--;
  }
  if (start === end) {
    return CELL_TYPE.empty;
  }
  const hasSign = isSign(bytes[start] ?? 0);
  const digitsStart = hasSign ? start + 1 : start;
  const digitsEnd = endOfDigits(bytes, digitsStart, end);
  if (isNumber(bytes, digitsStart, digitsEnd, end)) {
    return bytes[digitsEnd] === COMMA && end > digitsEnd + 4 ? CELL_TYPE.commaGroups : CELL_TYPE.number;
  }
  if (digitsEnd > digitsStart) {
    if (isDecimalComma(bytes, digitsStart, digitsEnd, end)) {
      return bytes[digitsEnd] === POINT ? CELL_TYPE.pointGroups : CELL_TYPE.decimalComma;
    }
    if (isGroupedByPoints(bytes, digitsStart, digitsEnd, end)) {
      return !hasSign && mayBeAddress(bytes, digitsStart, digitsEnd, end)
        ? CELL_TYPE.pointGroupsOrAddress
        : CELL_TYPE.pointGroups;
    }
    if (!hasSign && (isDate(bytes, start, digitsEnd, end) || isTime(bytes, start, end, false))) {
      return CELL_TYPE.date;
    }
  }
  return readNamedDate(bytes, start, end) === undefined ? CELL_TYPE.text : CELL_TYPE.namedDate;
}
