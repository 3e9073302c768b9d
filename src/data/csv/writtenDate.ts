import { COLON, endOfDigits, isSign, MINUS, POINT, SLASH, SPACE, UPPER_T, UPPER_Z } from '../text/ascii.ts';

// How dates and times are written. Each function reads the bytes from `start` to `end`.

/** `2026-01-31`, `31.1.2026`, `1/31/26`, with or without a time. */
export function isDate(bytes: Uint8Array, start: number, digitsEnd: number, end: number): boolean {
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
export function isTime(bytes: Uint8Array, start: number, end: number, mayHaveZone: boolean): boolean {
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
