import { isUtf8 } from 'node:buffer';

/** Bytes that Windows-1252 gives no meaning. */
const UNUSED_IN_WINDOWS_1252: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** How long the bytes are without the beginning of a last character whose other bytes are to come. */
export function lengthOfWholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return bytes.length - (back < length ? back : 0);
    }
    if (byte < 0x80) {
      break;
    }
  }
  return bytes.length;
}

/** Where the first byte is that makes these bytes something other than UTF-8. */
export function firstBadByte(bytes: Uint8Array): number {
  let good = 0;
  for (let step = bytes.length; step >= 8; step >>= 1) {
    const length = lengthOfWholeCharacters(bytes.subarray(good, good + step));
    if (isUtf8(bytes.subarray(good, good + length))) {
      good += length;
    }
  }
  for (;;) {
    const length = [1, 2, 3, 4].find(
      (size) => good + size <= bytes.length && isUtf8(bytes.subarray(good, good + size)),
    );
    if (length === undefined) {
      return good;
    }
    good += length;
  }
}

/** Whether there is a byte that Windows-1252 does not use, so that ISO-8859-1 is the better guess. */
export function hasUnusedByte(bytes: Uint8Array): boolean {
  for (const byte of bytes) {
    if (byte >= 0x80 && byte < 0xa0 && UNUSED_IN_WINDOWS_1252.has(byte)) {
      return true;
    }
  }
  return false;
}
