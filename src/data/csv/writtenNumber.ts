import { COMMA, endOfDigits, isSign, LOWER_CASE_BIT, LOWER_E, POINT, SPACE, ZERO } from '../text/ascii.ts';

// How numbers are written. Each function reads the bytes from `start` to `end`; `digitsEnd` is the end of the digits at their start.

/** `12`, `12.5`, `.5`, `1e-3`, `1,234.5`, and `1,234`, which may have a decimal comma, but nothing proves it. */
export function isNumber(bytes: Uint8Array, start: number, digitsEnd: number, end: number): boolean {
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
export function isDecimalComma(bytes: Uint8Array, start: number, digitsEnd: number, end: number): boolean {
  let at = digitsEnd;
  if (digitsEnd - start <= 3) {
    while ((bytes[at] === POINT || bytes[at] === SPACE) && endOfDigits(bytes, at + 1, end) === at + 4) {
      at += 4;
    }
  }
  return bytes[at] === COMMA && at + 1 < end && endOfDigits(bytes, at + 1, end) === end;
}

/** `1.234.567` */
export function isGroupedByPoints(bytes: Uint8Array, start: number, digitsEnd: number, end: number): boolean {
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
export function mayBeAddress(bytes: Uint8Array, start: number, digitsEnd: number, end: number): boolean {
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
