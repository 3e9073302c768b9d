import { isAscii, isUtf8 } from 'node:buffer';

/** More characters before the first bad byte are not counted, so that a long text takes no more time. */
const ENOUGH_CHARACTERS = 20;
/** With more broken characters, the verdict doesn't change. */
const ENOUGH_BROKEN = 1_000;
/** How many characters outside ASCII there are at least for each broken one if a text is UTF-8. */
const CHARACTERS_PER_BROKEN = 2;

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

/** Divides UTF-8 that arrives in chunks between characters. */
export class WholeCharacters {
  #rest: Uint8Array = new Uint8Array(0);

  /** The bytes so far without those returned before and an incomplete character at their end. */
  push(bytes: Uint8Array): Uint8Array {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const length = lengthOfWholeCharacters(all);
    this.#rest = Buffer.from(all.subarray(length));
    return all.subarray(0, length);
  }

  /** The incomplete character at the end; empty if there is none. */
  end(): Uint8Array {
    return this.#rest;
  }
}

/** Whether the byte continues a character of UTF-8. */
export function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** The length in bytes of the UTF-8 sequence that begins with this byte (0xC0 or above). */
export function sequenceLength(lead: number): number {
  if (lead >= 0xf0) {
    return 4;
  }
  return lead >= 0xe0 ? 3 : 2;
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

/**
 * Tells UTF-8 with a few bad bytes from text in another encoding, by the characters outside ASCII that are valid and those that are
 * broken. Single-byte text has few bytes that are a valid character by chance, such as `ß«`, and far more that are not.
 */
export class Utf8Damage {
  #characters = 0;
  #broken = 0;

  /** Adds bytes before the first bad byte. */
  addValid(bytes: Uint8Array): void {
    if (this.#characters >= ENOUGH_CHARACTERS || isAscii(bytes)) {
      return;
    }
    for (let at = 0; at < bytes.length && this.#characters < ENOUGH_CHARACTERS; at++) {
      if ((bytes[at] ?? 0) >= 0xc0) {
        this.#characters++;
      }
    }
  }

  /** Adds bytes from the first bad byte on. */
  addRest(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && this.#broken < ENOUGH_BROKEN;) {
      const byte = bytes[at++] ?? 0;
      if (byte >= 0x80) {
        const isLead = byte >= 0xc2 && byte <= 0xf4;
        let missing = isLead ? sequenceLength(byte) - 1 : 1;
        for (; isLead && missing > 0 && isContinuation(bytes[at] ?? 0); at++) {
          missing--;
        }
        if (missing === 0) {
          this.#characters++;
        } else {
          this.#broken++;
        }
      }
    }
  }

  /** How many characters are broken. */
  get broken(): number {
    return this.#broken;
  }

  /** Also if there is no broken character. */
  get isMostlyUtf8(): boolean {
    return this.#characters >= this.#broken * CHARACTERS_PER_BROKEN;
  }
}

/** Decodes bytes as UTF-8, or as Windows-1252 if they are not valid UTF-8. */
export function textOfBytes(bytes: Uint8Array): string {
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252', { ignoreBOM: true }).decode(bytes);
}

/** Decodes a part of bytes that are UTF-8. Faster than `textOfBytes`, for the many cells of a file. */
export function textBetween(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString();
}
