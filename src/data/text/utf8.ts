import { isUtf8 } from 'node:buffer';

/** Bytes that Windows-1252 does not define. */
const UNUSED_IN_WINDOWS_1252: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** The length of the bytes without an incomplete character at their end. */
export function lengthOfWholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) {
      return bytes.length - (back < sequenceLength(byte) ? back : 0);
    }
    if (byte < 0x80) {
      break;
    }
  }
  return bytes.length;
}

/** The length in bytes of the UTF-8 sequence that begins with this byte (0xC0 or above). */
export function sequenceLength(lead: number): number {
  return lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
}

/** The offset of the first byte that is not valid UTF-8. The bytes must contain one. */
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

/** Whether there is a byte that Windows-1252 does not define, so that ISO-8859-1 is the better guess. */
export function hasUnusedByte(bytes: Uint8Array): boolean {
  for (const byte of bytes) {
    if (byte >= 0x80 && byte < 0xa0 && UNUSED_IN_WINDOWS_1252.has(byte)) {
      return true;
    }
  }
  return false;
}

/** Decodes bytes as UTF-8, or as Windows-1252 if they are not valid UTF-8. */
export function textOfBytes(bytes: Uint8Array): string {
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252', { ignoreBOM: true }).decode(bytes);
}
