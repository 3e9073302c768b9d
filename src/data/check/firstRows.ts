import { parseJson } from '../../base/json.ts';
import { cellsOfRecord } from '../csv/cellText.ts';
import { readJsonRows } from '../json/jsonRows.ts';
import { textOfBytes } from '../text/utf8.ts';

/** How much of a text is shown: the first rows, of which each cell's beginning. */
export const FIRST_ROWS = 20;
export const FIRST_ROWS_BYTES = 65_536;
export const SHOWN_CELL_LENGTH = 200;
/** Of rows of JSON, which may have any number of keys that most of them lack. */
export const SHOWN_COLUMNS = 1_000;

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

/** Keeps the beginning of a text, and which of it are the first rows. */
export class FirstJsonRows {
  readonly #pieces: Uint8Array[] = [];
  #length = 0;
  readonly #rows: (readonly [start: number, end: number])[] = [];

  push(bytes: Uint8Array): void {
    if (this.#length < FIRST_ROWS_BYTES) {
      const piece = Buffer.from(bytes.subarray(0, FIRST_ROWS_BYTES - this.#length));
      this.#pieces.push(piece);
      this.#length += piece.length;
    }
  }

  take(start: number, end: number): void {
    if (this.#rows.length < FIRST_ROWS && end <= FIRST_ROWS_BYTES) {
      this.#rows.push([start, end]);
    }
  }

  /** The rows' values under the first columns as text, numbers as they are written; empty where a row has no such key. */
  read(columns: readonly string[]): readonly (readonly string[])[] {
    const head = Buffer.concat(this.#pieces);
    return this.#rows.map(([start, end]) => {
      const values = valuesOf(textOfBytes(head.subarray(start, end)));
      return columns.slice(0, SHOWN_COLUMNS).map((column) => (values.get(column) ?? '').slice(0, SHOWN_CELL_LENGTH));
    });
  }
}

/** The values of a row, by their keys; of equal keys the first one's. */
function valuesOf(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const [row] = readJsonRows(text);
  for (const { name, valueStart, valueEnd } of row?.members ?? []) {
    if (!values.has(name)) {
      const written = text.slice(valueStart, valueEnd);
      values.set(name, written.startsWith('"') ? textIn(written) : written);
    }
  }
  return values;
}

/** What a text in quotes means; where it is no JSON, as it is written. */
function textIn(written: string): string {
  try {
    return parseJson(written) as string;
  } catch {
    return written;
  }
}
