import { cellsOfRecord } from '../csv/cellText.ts';
import { textOfBytes } from '../text/byteText.ts';
import { FIRST_ROWS, FIRST_ROWS_BYTES, SHOWN_CELL_LENGTH } from './firstRows.ts';

/** Keeps the beginnings of the first rows. */
export class FirstCsvRows {
  readonly #records: string[] = [];
  #byteLength = 0;

  /** Takes a record, without its line break. */
  take(window: Uint8Array, start: number, end: number): void {
    if (this.#records.length < FIRST_ROWS && this.#byteLength < FIRST_ROWS_BYTES) {
      const shownEnd = Math.min(end, start + FIRST_ROWS_BYTES);
      this.#records.push(textOfBytes(window.subarray(start, shownEnd)));
      this.#byteLength += shownEnd - start;
    }
  }

  read(delimiter: string): readonly (readonly string[])[] {
    return this.#records.map((record) =>
      cellsOfRecord(record, delimiter).map((cell) => cell.slice(0, SHOWN_CELL_LENGTH)),
    );
  }
}
