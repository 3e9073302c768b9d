import {
  COLON,
  COMMA,
  LOWER_CASE_BIT,
  LOWER_E,
  MINUS,
  PLUS,
  POINT,
  QUOTE,
  SLASH,
  SPACE,
  UPPER_T,
  UPPER_Z,
  ZERO,
  endOfDigits,
  isDigit,
} from '../text/ascii.ts';
import { ALL_CHARACTERS, CELL, CHARACTERS, MAX_NUMBER_LENGTH, TYPE_BITS } from './cellBatch.ts';

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
  if (!(mayBeNumberOrDate || mayBeBlank) || start < 0 || end - start > MAX_NUMBER_LENGTH) {
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

/** Detects the type of a text, ignoring white space around it. */
export function typeOfText(text: string): number {
  const bytes = Buffer.from(text.trim());
  return bytes.length > MAX_NUMBER_LENGTH ? CELL_TYPE.text : typeOfBytes(bytes, 0, bytes.length);
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

/** Where a number has its minus sign at the end, as in `12.50-`, also in quotes: the offset of this sign. -1 if it is anything else. */
export function findTrailingMinus(bytes: Uint8Array, start: number, end: number): number {
  let minus = end - 1;
  while (minus > start && isQuoteOrSpace(bytes[minus] ?? 0)) {
    minus--;
  }
  if (bytes[minus] !== MINUS || start < 0 || end - start > MAX_NUMBER_LENGTH) {
    return -1;
  }
  let from = start;
  while (from < minus && isQuoteOrSpace(bytes[from] ?? 0)) {
    from++;
  }
  const type = isSign(bytes[from] ?? 0) ? CELL_TYPE.text : typeOfBytes(bytes, from, minus);
  return type === CELL_TYPE.empty || type === CELL_TYPE.date || type === CELL_TYPE.text ? -1 : minus;
}

function isQuoteOrSpace(byte: number): boolean {
  return byte === QUOTE || byte === SPACE;
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
  if (digitsEnd === digitsStart) {
    return CELL_TYPE.text;
  }
  if (isDecimalComma(bytes, digitsStart, digitsEnd, end)) {
    return bytes[digitsEnd] === POINT ? CELL_TYPE.pointGroups : CELL_TYPE.decimalComma;
  }
  if (isGroupedByPoints(bytes, digitsStart, digitsEnd, end)) {
    return !hasSign && mayBeAddress(bytes, digitsStart, digitsEnd, end)
      ? CELL_TYPE.pointGroupsOrAddress
      : CELL_TYPE.pointGroups;
  }
  return !hasSign && (isDate(bytes, start, digitsEnd, end) || isTime(bytes, start, end, false))
    ? CELL_TYPE.date
    : CELL_TYPE.text;
}

// Each of the following reads the bytes from `start` to `end`. `digitsEnd` is the end of the digits at their start.

/** `12`, `12.5`, `.5`, `1e-3`, `1,234.5`, and `1,234`, which may have a decimal comma, but nothing proves it. */
function isNumber(bytes: Uint8Array, start: number, digitsEnd: number, end: number): boolean {
  if (digitsEnd === end) {
    return digitsEnd > start;
  }
  if (bytes[digitsEnd] === COMMA) {
    return isGroupedByCommas(bytes, start, digitsEnd, end);
  }
  const at = bytes[digitsEnd] === POINT ? endOfDigits(bytes, digitsEnd + 1, end) : digitsEnd;
  const hasDigit = digitsEnd > start || at > digitsEnd + 1;
  return hasDigit && (at === end || isExponent(bytes, at, end));
}

function isExponent(bytes: Uint8Array, start: number, end: number): boolean {
  const digits = start + (isSign(bytes[start + 1] ?? 0) ? 2 : 1);
  return ((bytes[start] ?? 0) | LOWER_CASE_BIT) === LOWER_E && digits < end && endOfDigits(bytes, digits, end) === end;
}

/** `1,234,567`; in India, `12,34,567`. */
function isGroupedByCommas(bytes: Uint8Array, start: number, digitsEnd: number, end: number): boolean {
  if (digitsEnd === start || digitsEnd - start > 3 || bytes[start] === ZERO) {
    return false;
  }
  let at = digitsEnd;
  while (digitsEnd - start < 3 && bytes[at] === COMMA && endOfDigits(bytes, at + 1, end) === at + 3) {
    at += 3;
  }
  const thousands = at;
  const most = thousands > digitsEnd ? thousands + 4 : end;
  while (at < most && bytes[at] === COMMA && endOfDigits(bytes, at + 1, end) === at + 4) {
    at += 4;
  }
  return at > thousands && (at === end || (bytes[at] === POINT && endOfDigits(bytes, at + 1, end) === end));
}

/** `12,5`, `1.234,5`, `1 234,5`. The caller knows that it begins with a digit. */
function isDecimalComma(bytes: Uint8Array, start: number, digitsEnd: number, end: number): boolean {
  let at = digitsEnd;
  if (digitsEnd - start <= 3) {
    while ((bytes[at] === POINT || bytes[at] === SPACE) && endOfDigits(bytes, at + 1, end) === at + 4) {
      at += 4;
    }
  }
  return bytes[at] === COMMA && at + 1 < end && endOfDigits(bytes, at + 1, end) === end;
}

/** `1.234.567` */
function isGroupedByPoints(bytes: Uint8Array, start: number, digitsEnd: number, end: number): boolean {
  const groups = (end - digitsEnd) / 4;
  if (digitsEnd - start > 3 || bytes[start] === ZERO || groups < 2) {
    return false;
  }
  for (let at = digitsEnd; at < end; at += 4) {
    if (bytes[at] !== POINT || endOfDigits(bytes, at + 1, end) !== at + 4) {
      return false;
    }
  }
  return true;
}

/** Whether up to three digits and groups of three may be an IP address: `192.168.100.101`, `192.168.001.010`, but not `100.000.000.000`. */
function mayBeAddress(bytes: Uint8Array, start: number, digitsEnd: number, end: number): boolean {
  if (end - digitsEnd !== 12 || isMillions(bytes, digitsEnd)) {
    return false;
  }
  // If zeros pad the parts to three digits, they pad the first part, too.
  const mayBePadded = digitsEnd - start === 3;
  let areBytes = isByte(bytes, start, digitsEnd);
  for (let at = digitsEnd + 1; areBytes && at < digitsEnd + 12; at += 4) {
    areBytes = (mayBePadded || bytes[at] !== ZERO) && isByte(bytes, at, at + 3);
  }
  return areBytes;
}

/** Whether the last two of the three groups after the digits are `000`. */
function isMillions(bytes: Uint8Array, digitsEnd: number): boolean {
  return [5, 6, 7, 9, 10, 11].every((offset) => bytes[digitsEnd + offset] === ZERO);
}

/** Whether the number of up to three digits is at most 255. */
function isByte(bytes: Uint8Array, start: number, end: number): boolean {
  let value = 0;
  for (let at = start; at < end; at++) {
    value = value * 10 + (bytes[at] ?? 0) - ZERO;
  }
  return value <= 0xff;
}

/** `2026-01-31`, `31.1.2026`, `1/31/26`, with or without a time. */
function isDate(bytes: Uint8Array, start: number, digitsEnd: number, end: number): boolean {
  const separator = bytes[digitsEnd];
  if (separator !== MINUS && separator !== SLASH && separator !== POINT) {
    return false;
  }
  const second = endOfDigits(bytes, digitsEnd + 1, end);
  const third = endOfDigits(bytes, second + 1, end);
  const [first, middle, last] = [digitsEnd - start, second - digitsEnd - 1, third - second - 1];
  if (bytes[second] !== separator || middle < 1 || middle > 2) {
    return false;
  }
  const isWhole = first === 4 ? last === 1 || last === 2 : first <= 2 && (last === 2 || last === 4);
  if (!isWhole || third === end) {
    return isWhole;
  }
  return (bytes[third] === UPPER_T || bytes[third] === SPACE) && isTime(bytes, third + 1, end, true);
}

/** `9:30`, `09:30:00.5`; with a zone: `09:30Z`, `09:30+01:00`, `09:30+0100`, `09:30+01`. */
function isTime(bytes: Uint8Array, start: number, end: number, mayHaveZone: boolean): boolean {
  const hours = endOfDigits(bytes, start, end);
  let at = endOfDigits(bytes, hours + 1, end);
  if (bytes[hours] !== COLON || hours === start || hours - start > 2 || at - hours !== 3) {
    return false;
  }
  if (at < end && bytes[at] === COLON) {
    const seconds = endOfDigits(bytes, at + 1, end);
    if (seconds - at !== 3) {
      return false;
    }
    at = seconds;
    if (at < end && bytes[at] === POINT) {
      at = endOfDigits(bytes, at + 1, end);
      if (at === seconds + 1) {
        return false;
      }
    }
  }
  return at === end || (mayHaveZone && isZone(bytes, at, end));
}

function isZone(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] === UPPER_Z) {
    return start + 1 === end;
  }
  const hours = endOfDigits(bytes, start + 1, end);
  if (!isSign(bytes[start] ?? 0)) {
    return false;
  }
  return hours === end
    ? hours - start === 5 || hours - start === 3
    : hours - start === 3 && bytes[hours] === COLON && end - hours === 3 && endOfDigits(bytes, hours + 1, end) === end;
}

function isSign(byte: number): boolean {
  return byte === PLUS || byte === MINUS;
}
