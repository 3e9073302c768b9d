import { parseJson } from '../../base/json.ts';
import { readJsonRows } from '../json/jsonRows.ts';
import { textOfBytes } from '../text/byteText.ts';
import { FIRST_ROWS, FIRST_ROWS_BYTES, SHOWN_CELL_LENGTH, SHOWN_COLUMNS } from './firstRows.ts';

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
