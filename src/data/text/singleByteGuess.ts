import type { TextEncodingName } from '../../model/upload.ts';

/** Bytes that Windows-1252 does not define. ISO-8859-1 does, but as control characters that no text has. */
const UNUSED_IN_WINDOWS_1252: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
/** More bytes outside ASCII than this don't change the guess. */
const ENOUGH_BYTES = 1_000;
/** Words of Western European languages have fewer letters outside ASCII in a row. */
const LONG_RUN = 3;

/**
 * Guesses the encoding of text that is neither UTF-8 nor UTF-16: Windows-1252, in which most bytes outside ASCII stand between ASCII
 * letters. In Japanese, Chinese, Korean, Cyrillic, Greek, Hebrew, Arabic or Thai text, most follow each other, and DOS and Mac encodings
 * use bytes that Windows-1252 does not.
 */
export class SingleByteGuess {
  #hasUnusedByte = false;
  #bytes = 0;
  #inLongRuns = 0;
  #run = 0;

  add(bytes: Uint8Array): void {
    if (this.#hasUnusedByte) {
      return;
    }
    for (const byte of bytes) {
      if (byte < 0x80) {
        this.#run = 0;
        continue;
      }
      if (byte < 0xa0 && UNUSED_IN_WINDOWS_1252.has(byte)) {
        this.#hasUnusedByte = true;
        return;
      }
      if (this.#bytes < ENOUGH_BYTES) {
        this.#bytes++;
        this.#run++;
        this.#inLongRuns += this.#run === LONG_RUN ? LONG_RUN : this.#run > LONG_RUN ? 1 : 0;
      }
    }
  }

  /** An encoding in which every byte is a character. */
  get encoding(): Extract<TextEncodingName, 'windows-1252' | 'iso-8859-1'> {
    return this.#hasUnusedByte ? 'iso-8859-1' : 'windows-1252';
  }

  get isLikely(): boolean {
    return !this.#hasUnusedByte && this.#inLongRuns * 2 <= this.#bytes;
  }
}
