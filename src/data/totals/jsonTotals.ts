import { parseJson } from '../../base/json.ts';
import type { ColumnTotals, TotalsRequest } from '../../model/columnTotals.ts';
import { CELL_TYPE, typeOfUnquoted } from '../csv/cellType.ts';
import { textOfBytes } from '../text/utf8.ts';
import { CHARACTERS } from '../csv/cellBatch.ts';
import type { RowValues } from '../json/jsonListener.ts';
import { MAX_COUNTED_BYTES } from './columnProfiles.ts';
import { ColumnValues } from './columnValues.ts';
import { BACKSLASH, COMMA, endOfSpaces, LOWER_U, SLASH } from '../text/ascii.ts';

/** Rows may have any number of keys. */
const MAX_COLUMNS = 1_000;
/** How many times as long parsing a string takes as comparing it. */
const COST_OF_PARSING = 10;
/** Words are read up to this many bytes after a value. */
const PADDING = 4;

/** The totals of rows by key. A string that is written like a date or like a plain number counts as one. */
export class JsonTotals implements RowValues {
  readonly #values: ColumnValues;
  /** By key: how many rows have a value. */
  readonly #filled = new Uint32Array(MAX_COLUMNS);
  /** By key: how many of these are an object or an array. */
  readonly #nested = new Uint32Array(MAX_COLUMNS);
  #bytes: Uint8Array | undefined;
  #view: DataView = new DataView(new ArrayBuffer(0));

  constructor(request: TotalsRequest) {
    this.#values = new ColumnValues(MAX_COLUMNS, request);
  }

  addString(column: number, bytes: Uint8Array, start: number, end: number): void {
    if (!isCounted(column) || endOfSpaces(bytes, start, end) === end) {
      return;
    }
    this.#filled[column] = (this.#filled[column] ?? 0) + 1;
    this.#values.profiles?.add(column, shortString(bytes, start, end));
    const isText = this.#values.isText(column);
    const isCounting = this.#values.distinct.isCountingIn(column);
    if (isText && !isCounting) {
      return;
    }
    if (!hasOtherEscape(bytes, start, end)) {
      this.#addText(column, bytes, start, end);
      return;
    }
    this.#values.distinct.spend(column, (end - start) * COST_OF_PARSING);
    const text = padded(usualEscapes(bytes.subarray(start, end)));
    this.#addText(column, text, 0, text.length - PADDING);
  }

  addNumber(column: number, bytes: Uint8Array, start: number, end: number, isShort: boolean): void {
    if (!isCounted(column)) {
      return;
    }
    this.#filled[column] = (this.#filled[column] ?? 0) + 1;
    this.#values.profiles?.add(column, shortString(bytes, start, end));
    const view = this.#viewOf(bytes);
    const offset = bytes.byteOffset;
    this.#values.addJsonNumber(column, isShort, view, offset + start, offset + end);
  }

  addLongString(column: number): void {
    if (isCounted(column)) {
      this.#addUnread(column);
    }
  }

  addWord(column: number, word: string): void {
    if (!isCounted(column)) {
      return;
    }
    this.#filled[column] = (this.#filled[column] ?? 0) + 1;
    this.#values.setText(column);
    this.#values.profiles?.add(column, word);
    if (this.#values.distinct.isCountingIn(column)) {
      this.#values.addDistinctText(column, word);
    }
  }

  /** Adds an object or an array. */
  addNested(column: number): void {
    if (isCounted(column)) {
      this.#nested[column] = (this.#nested[column] ?? 0) + 1;
      this.#addUnread(column);
    }
  }

  read(names: readonly string[], rows: number): readonly ColumnTotals[] {
    return names.slice(0, MAX_COLUMNS).map((name, column) => {
      const filled = this.#filled[column] ?? 0;
      const totals = this.#values.totalsOf(column, name, rows, rows - filled);
      return filled > 0 && this.#nested[column] === filled ? { ...totals, type: 'nested' } : totals;
    });
  }

  /** Adds a value that is not compared with others. */
  #addUnread(column: number): void {
    this.#filled[column] = (this.#filled[column] ?? 0) + 1;
    this.#values.setText(column);
    this.#values.profiles?.add(column, undefined);
    this.#values.distinct.stop(column);
  }

  #addText(column: number, bytes: Uint8Array, from: number, to: number): void {
    const view = this.#viewOf(bytes);
    const [start, end] = [bytes.byteOffset + from, bytes.byteOffset + to];
    if (this.#values.distinct.isCountingIn(column)) {
      this.#values.distinct.add(column, view, start, end);
    }
    if (!this.#values.isText(column)) {
      const type = typeOfUnquoted(bytes, from, to);
      const isDate = type === CELL_TYPE.date || type === CELL_TYPE.namedDate;
      if (isDate || (type === CELL_TYPE.number && !has(bytes, from, to, COMMA))) {
        this.#values.add(column, type, CHARACTERS.exponent, view, start, end);
      } else {
        this.#values.setText(column);
      }
    }
  }

  /** The whole buffer of the bytes. */
  #viewOf(bytes: Uint8Array): DataView {
    // Not compared by their buffer, which takes longer to get.
    if (this.#bytes !== bytes && this.#view.buffer !== bytes.buffer) {
      this.#bytes = bytes;
      this.#view = new DataView(bytes.buffer);
    }
    return this.#view;
  }
}

function isCounted(column: number): boolean {
  return column >= 0 && column < MAX_COLUMNS;
}

function has(bytes: Uint8Array, start: number, end: number, byte: number): boolean {
  for (let at = start; at < end; at++) {
    if (bytes[at] === byte) {
      return true;
    }
  }
  return false;
}

/** A number, or the text of a string, unless it is long. */
function shortString(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (end - start > MAX_COUNTED_BYTES) {
    return undefined;
  }
  const written = textOfBytes(bytes.subarray(start, end));
  try {
    return written.includes('\\') ? (parseJson(`"${written}"`) as string) : written;
  } catch {
    return written;
  }
}

/** A copy with `PADDING` bytes after it. */
function padded(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(bytes.length + PADDING);
  copy.set(bytes);
  return copy;
}

/** Whether a string has an escape that can also be written as another one, or as the character itself. */
function hasOtherEscape(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    if (bytes[at] === BACKSLASH) {
      at++;
      if (bytes[at] === LOWER_U || bytes[at] === SLASH) {
        return true;
      }
    }
  }
  return false;
}

/** A string with only those escapes that it needs; as written if one is invalid. */
function usualEscapes(written: Uint8Array): Uint8Array {
  try {
    return Buffer.from(JSON.stringify(parseJson(`"${textOfBytes(written)}"`)).slice(1, -1));
  } catch {
    return written;
  }
}
