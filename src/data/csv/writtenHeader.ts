import { cellsOfRecord } from './cellText.ts';
import { CELL_TYPE, typeOfText } from './cellType.ts';
import { textOfBytes } from '../text/utf8.ts';

/** The header as it is written, to compare records with. */
export class WrittenHeader {
  readonly #bytes: Uint8Array;

  /** @param record the header without its line break; undefined if it is too long to be compared. */
  constructor(record: Uint8Array | undefined, delimiter: string) {
    const names = record === undefined ? [] : cellsOfRecord(textOfBytes(record), delimiter);
    // Without any text, it may be a row that later rows have a reason to repeat.
    const isText = names.some((name) => typeOfText(name) === CELL_TYPE.text);
    this.#bytes = Uint8Array.from(record !== undefined && isText ? record : []);
  }

  /** In bytes; 0 if no record repeats it. */
  get length(): number {
    return this.#bytes.length;
  }

  /** Whether the record repeats it that is in these bytes from `start`, which is negative if the record is too long, to `end`. */
  isRepeatedIn(bytes: Uint8Array, start: number, end: number): boolean {
    return (
      start >= 0 &&
      this.length > 0 &&
      end - start === this.length &&
      Buffer.compare(bytes.subarray(start, end), this.#bytes) === 0
    );
  }
}
