import { parseJson } from '../../base/json.ts';
import { cellsOfRecord, positionsOfCells } from '../csv/cellText.ts';
import { readJsonRows } from '../json/jsonRows.ts';
import type { TextPosition } from '../text/textPosition.ts';
import { lengthOfWholeCharacters, textOfBytes } from '../text/utf8.ts';

/** Limits of a preview. */
const FIRST_ROWS = 20;
export const FIRST_ROWS_BYTES = 65_536;
export const SHOWN_CELL_LENGTH = 200;
/** Only for JSON, whose rows may have any number of keys that most of them lack. */
const SHOWN_COLUMNS = 1_000;

/** Keeps the beginnings of the first records. */
export class FirstCsvRows {
  readonly #records: FirstRecord[] = [];
  #byteLength = 0;

  /** Whether no more records are kept. */
  get isFull(): boolean {
    return this.#records.length === FIRST_ROWS || this.#byteLength >= FIRST_ROWS_BYTES;
  }

  /** Adds a record without its line break, which begins in this line. */
  add(window: Uint8Array, start: number, end: number, line: number): void {
    if (!this.isFull) {
      const isCut = end - start > FIRST_ROWS_BYTES;
      const record = window.subarray(start, isCut ? start + FIRST_ROWS_BYTES : end);
      const text = textOfBytes(isCut ? record.subarray(0, lengthOfWholeCharacters(record)) : record);
      this.#records.push({ text, line });
      this.#byteLength += record.length;
    }
  }

  read(delimiter: string): readonly (readonly string[])[] {
    return this.#records.map(({ text }) =>
      cellsOfRecord(text, delimiter).map((cell) => cell.slice(0, SHOWN_CELL_LENGTH)),
    );
  }

  /** The position of a cell of these records; undefined if there is no such cell. */
  positionOf(row: number, columnIndex: number, delimiter: string): TextPosition | undefined {
    const record = this.#records[row];
    if (record === undefined) {
      return undefined;
    }
    record.positions ??= positionsOfCells(Buffer.from(record.text), delimiter, record.line);
    return record.positions[columnIndex];
  }
}

interface FirstRecord {
  readonly text: string;
  readonly line: number;
  /** The positions of its cells, once they have been asked for. */
  positions?: readonly TextPosition[];
}

/** Keeps the beginning of a text and the offsets of its first rows. */
export class FirstJsonRows {
  readonly #chunks: Uint8Array[] = [];
  #length = 0;
  readonly #rows: (readonly [start: number, end: number])[] = [];

  push(bytes: Uint8Array): void {
    if (this.#length < FIRST_ROWS_BYTES) {
      const chunk = Buffer.from(bytes.subarray(0, FIRST_ROWS_BYTES - this.#length));
      this.#chunks.push(chunk);
      this.#length += chunk.length;
    }
  }

  /** Adds a row by its offsets in the text. */
  add(start: number, end: number): void {
    if (this.#rows.length < FIRST_ROWS && end <= FIRST_ROWS_BYTES) {
      this.#rows.push([start, end]);
    }
  }

  /** The beginning of the text. */
  get start(): string {
    const head = Buffer.concat(this.#chunks);
    return textOfBytes(head.subarray(0, lengthOfWholeCharacters(head)));
  }

  /** The values of these columns as text, numbers as written. A missing value is empty. */
  read(columns: readonly string[]): readonly (readonly string[])[] {
    const head = Buffer.concat(this.#chunks);
    return this.#rows.map(([start, end]) => {
      const values = valuesOf(textOfBytes(head.subarray(start, end)));
      return columns.slice(0, SHOWN_COLUMNS).map((column) => (values.get(column) ?? '').slice(0, SHOWN_CELL_LENGTH));
    });
  }
}

/** The values of a row by key; of duplicate keys, the first. */
function valuesOf(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const [row] = readJsonRows(text);
  for (const { name, valueStart, valueEnd } of row?.members ?? []) {
    if (!values.has(name)) {
      const written = text.slice(valueStart, valueEnd);
      values.set(name, written.startsWith('"') ? stringValue(written) : written);
    }
  }
  return values;
}

/** The value of a JSON string, or the string as written if it is invalid. */
function stringValue(written: string): string {
  try {
    return parseJson(written) as string;
  } catch {
    return written;
  }
}
