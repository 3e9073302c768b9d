const ZEROS = 0x30303030;
const DIGITS = 0x0f0f0f0f;
const HIGH_HALVES = 0xf0f0f0f0 | 0;
/** The bytes of a word, in little-endian order, that are the last of a number with this many digits. */
const LAST_BYTES = Int32Array.of(0, 0xff << 24, 0xffff << 16, 0xffffff << 8, -1, -1, -1, -1, -1);
/** Like `LAST_BYTES`, for the word before. */
const LAST_BYTES_BEFORE = Int32Array.of(0, 0, 0, 0, 0, 0xff << 24, 0xffff << 16, 0xffffff << 8, -1);

/** How many digits `digitsBefore` reads at most. */
export const MAX_DIGITS_READ = 8;

/**
 * The value of a few digits, read four at a time. There must be eight bytes before `end`, none of them between `9` and `@`. Negative if
 * not all of them are digits.
 *
 * @param length up to `MAX_DIGITS_READ`.
 */
export function digitsBefore(view: DataView, end: number, length: number): number {
  if (length <= 4) {
    const low = (view.getInt32(end - 4, true) ^ ZEROS) & (LAST_BYTES[length] ?? 0);
    return (low & HIGH_HALVES) === 0 ? fourDigits(low) : -1;
  }
  const low = view.getInt32(end - 4, true) ^ ZEROS;
  const high = (view.getInt32(end - 8, true) ^ ZEROS) & (LAST_BYTES_BEFORE[length] ?? 0);
  return ((low | high) & HIGH_HALVES) === 0 ? fourDigits(high) * 10_000 + fourDigits(low) : -1;
}

/** Like `digitsBefore`, if it is known that all of the bytes are digits. */
export function valueOfDigits(view: DataView, end: number, length: number): number {
  const low = view.getInt32(end - 4, true) & DIGITS & (LAST_BYTES[length] ?? 0);
  const high = view.getInt32(end - 8, true) & DIGITS & (LAST_BYTES_BEFORE[length] ?? 0);
  return Math.imul(fourDigits(high), 10_000) + fourDigits(low);
}

/** Bytes from 0 to 9; the first digit is in the lowest byte. */
function fourDigits(digits: number): number {
  // Two digits at once become a number up to 99.
  const pairs = (Math.imul(digits, 10) + (digits >>> 8)) & 0x00ff00ff;
  return Math.imul(pairs & 0xff, 100) + (pairs >>> 16);
}
