import type { TextEncodingName } from '../../model/upload.ts';
import { isAccentedLetter, isMisplaced } from './misplacedCharacters.ts';

/** Bytes that Windows-1252 does not define. ISO-8859-1 does, but as control characters that no text has. */
const UNUSED_IN_WINDOWS_1252: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
/** More bytes outside ASCII than this don't change the guess. */
const ENOUGH_BYTES = 1_000;
/** Words of Western European languages have fewer letters outside ASCII in a row. */
const LONG_RUN = 3;
/** A byte out of place is an exception in a text with at least this many accented letters. */
const LETTERS_PER_MISPLACED = 2;

/**
 * Guesses the encoding of text that is neither UTF-8 nor UTF-16: Windows-1252, in which most bytes outside ASCII are letters between ASCII
 * letters. In Japanese, Chinese, Korean, Cyrillic, Greek, Hebrew, Arabic or Thai text, most follow each other. In DOS and Mac encodings,
 * they are bytes that Windows-1252 does not use, or would be symbols and capital letters inside of words.
 */
export class SingleByteGuess {
  /** The last two bytes. */
  #beforeLast = 0;
  #last = 0;
  #hasUnusedByte = false;
  #bytes = 0;
  #inLongRuns = 0;
  #run = 0;
  #judged = 0;
  #misplaced = 0;
  #letters = 0;

  /** Passes over the text before the first byte that is not UTF-8. */
  skip(bytes: Uint8Array): void {
    const last = bytes.at(-1) ?? this.#last;
    this.#last = last < 0x80 ? last : 0;
  }

  add(bytes: Uint8Array): void {
    if (this.#hasUnusedByte) {
      return;
    }
    let [beforeLast, last] = [this.#beforeLast, this.#last];
    for (const byte of bytes) {
      if (last >= 0x80 && this.#judged < ENOUGH_BYTES) {
        this.#judge(beforeLast, last, byte);
      }
      beforeLast = last;
      last = byte;
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
        if (this.#run >= LONG_RUN) {
          // The bytes before it belong to the run, too.
          this.#inLongRuns += this.#run === LONG_RUN ? LONG_RUN : 1;
        }
      }
    }
    this.#beforeLast = beforeLast;
    this.#last = last;
  }

  /** An encoding in which every byte is a character. */
  get encoding(): Extract<TextEncodingName, 'windows-1252' | 'iso-8859-1'> {
    return this.#hasUnusedByte ? 'iso-8859-1' : 'windows-1252';
  }

  get isLikely(): boolean {
    return !this.#hasUnusedByte && this.#inLongRuns * 2 <= this.#bytes && !this.#hasMisplacedBytes();
  }

  #judge(before: number, byte: number, after: number): void {
    this.#judged++;
    this.#misplaced += isMisplaced(before, byte, after) ? 1 : 0;
    this.#letters += isAccentedLetter(before, byte, after) ? 1 : 0;
  }

  /** Whether too many bytes are out of place for exceptions. */
  #hasMisplacedBytes(): boolean {
    const isLastMisplaced = this.#last >= 0x80 && isMisplaced(this.#beforeLast, this.#last, 0);
    return (this.#misplaced + (isLastMisplaced ? 1 : 0)) * LETTERS_PER_MISPLACED > this.#letters;
  }
}
