const ZERO = 0x30;
const NINE = 0x39;

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
