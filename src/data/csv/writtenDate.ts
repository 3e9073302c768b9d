import {
  COLON,
  COMMA,
  endOfDigits,
  isSign,
  LOWER_A,
  LOWER_CASE_BIT,
  LOWER_M,
  LOWER_P,
  MINUS,
  POINT,
  SLASH,
  SPACE,
  UPPER_C,
  UPPER_T,
  UPPER_U,
  UPPER_Z,
} from '../text/ascii.ts';

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
  return isWhole && isNothingOrTime(bytes, third, end);
}

/** Nothing, or a time after a date: `T09:30`, ` 09:30`, or `, 9:30 AM`, as JavaScript writes it. */
export function isNothingOrTime(bytes: Uint8Array, start: number, end: number): boolean {
  const space = bytes[start] === COMMA ? start + 1 : start;
  return (
    start === end ||
    ((bytes[space] === SPACE || bytes[start] === UPPER_T) && space + 1 < end && isTime(bytes, space + 1, end, true))
  );
}

/** `9:30`, `09:30:00.5`, `9:30 AM`; with a zone: `09:30Z`, `09:30+01:00`, `09:30+0100`, `09:30+01`, `09:30 +0100`, `09:30 UTC`. */
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
  return at === end || isHalfOfDay(bytes, at, end) || (mayHaveZone && isZone(bytes, at, end));
}

/** `AM`, ` pm`. The space may also be the narrow no-break space that browsers write. */
function isHalfOfDay(bytes: Uint8Array, start: number, end: number): boolean {
  const from = bytes[start] === SPACE ? start + 1 : start + narrowSpaceLength(bytes, start);
  const half = (bytes[from] ?? 0) | LOWER_CASE_BIT;
  const last = (bytes[from + 1] ?? 0) | LOWER_CASE_BIT;
  return from + 2 === end && (half === LOWER_A || half === LOWER_P) && last === LOWER_M;
}

function narrowSpaceLength(bytes: Uint8Array, at: number): number {
  return bytes[at] === 0xe2 && bytes[at + 1] === 0x80 && bytes[at + 2] === 0xaf ? 3 : 0;
}

function isZone(bytes: Uint8Array, from: number, end: number): boolean {
  const start = bytes[from] === SPACE ? from + 1 : from;
  if (start > from && isUtc(bytes, start, end)) {
    return true;
  }
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

function isUtc(bytes: Uint8Array, start: number, end: number): boolean {
  return start + 3 === end && bytes[start] === UPPER_U && bytes[start + 1] === UPPER_T && bytes[start + 2] === UPPER_C;
}
