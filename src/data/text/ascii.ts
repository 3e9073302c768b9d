// Minified code has the numbers instead: not so with an object of them, whose properties would take time.
export const TAB = 0x09;
export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const NUMBER_SIGN = 0x23;
export const STAR = 0x2a;
export const PLUS = 0x2b;
export const COMMA = 0x2c;
export const MINUS = 0x2d;
export const POINT = 0x2e;
export const SLASH = 0x2f;
export const ZERO = 0x30;
export const NINE = 0x39;
export const COLON = 0x3a;
export const EQUALS = 0x3d;
export const UPPER_C = 0x43;
export const UPPER_T = 0x54;
export const UPPER_U = 0x55;
export const UPPER_Z = 0x5a;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const LOWER_A = 0x61;
export const LOWER_E = 0x65;
export const LOWER_F = 0x66;
export const LOWER_M = 0x6d;
export const LOWER_N = 0x6e;
export const LOWER_P = 0x70;
export const LOWER_T = 0x74;
export const LOWER_U = 0x75;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;

/** Set in a lower-case letter, and not in the same letter in upper case. */
export const LOWER_CASE_BIT = 0x20;

/** Whether the byte is a digit of ASCII. False for a byte that is missing. */
export function isDigit(byte = 0): boolean {
  return byte >= ZERO && byte <= NINE;
}

/** The offset of the first byte from `start` that is not a digit; `end` if all before it are, and `start` if it is not less. */
export function endOfDigits(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end) {
    // Not with `isDigit`, which would make the check of dates slower.
    const byte = bytes[at] ?? 0;
    if (byte < ZERO || byte > NINE) {
      break;
    }
    at++;
  }
  return at;
}

/** The offset of the first byte from `start` that is not a space; `end` if all before it are. */
export function endOfSpaces(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] === SPACE) {
    at++;
  }
  return at;
}

/** The number that digits stand for. */
export function numberAt(bytes: Uint8Array, start: number, end: number): number {
  let number = 0;
  for (let at = start; at < end; at++) {
    number = 10 * number + (bytes[at] ?? 0) - ZERO;
  }
  return number;
}

/** Whether the byte is a letter of ASCII. False for a byte that is missing. */
export function isLetter(byte = 0): boolean {
  const lower = byte | LOWER_CASE_BIT;
  return lower >= 0x61 && lower <= 0x7a;
}

export function isQuoteOrSpace(byte: number): boolean {
  return byte === QUOTE || byte === SPACE;
}

export function isSign(byte: number): boolean {
  return byte === PLUS || byte === MINUS;
}
