import { FIRST_ROWS_BYTES } from '../check/firstRows.ts';
import { readArrayTable } from '../check/rowsAsArrays.ts';
import { lengthOfWholeCharacters, textOfBytes } from '../text/utf8.ts';
import { chain, NO_BYTES, splitStart, UNCHANGED } from './byteTransform.ts';
import type { ByteTransform } from './byteTransform.ts';
import { fromMember } from './fromMember.ts';
import { JsonRewriter } from './jsonRewriter.ts';
import { CLOSE_BRACE, CLOSE_BRACKET, COMMA, OPEN_BRACE, OPEN_BRACKET, SPACE } from '../text/ascii.ts';

const SEPARATOR = Buffer.of(COMMA);

/** A longer row stays an array, so that the check of the result reports it. */
const MAX_ROW_BYTES = 4_194_304;

/**
 * Turns the rows of a table in JSON (UTF-8), which are arrays, into an array of objects: `{"columns":["id","n"],"data":[[1,2.50]]}` becomes
 * `[{"id":1,"n":2.50}]`. A shorter row has only its values, and one without values is omitted. A row with more values than there are columns
 * stays an array, and a text without such a table stays as it is. See `readArrayTable`.
 */
export function fromArrays(): ByteTransform {
  let rows = UNCHANGED;
  const begin = (start: Uint8Array) => {
    const sample = start.subarray(0, FIRST_ROWS_BYTES);
    const table = readArrayTable(textOfBytes(sample.subarray(0, lengthOfWholeCharacters(sample))));
    if (table !== undefined) {
      const { member, namesIn, names } = table;
      rows = chain([
        ...(member === undefined ? [] : [fromMember(member, { rowsAre: 'arrays' })]),
        new ArrayRowsToObjects(names, { hasHeader: namesIn === undefined }),
      ]);
    }
    return rows.push(start);
  };
  return splitStart(FIRST_ROWS_BYTES, begin, { push: (bytes) => rows.push(bytes), end: () => rows.end() });
}

/** A row in the current chunk or before it. */
interface OpenRow {
  /** A copy of its bytes in the chunks before. */
  readonly parts: Uint8Array[];
  byteLength: number;
  /** The offsets of the commas between its values. */
  readonly commas: number[];
}

/** Turns the arrays in an array into objects. */
class ArrayRowsToObjects implements ByteTransform {
  /** What is before each value: a bracket or a comma, the name, and a colon. */
  readonly #names: readonly Buffer[];
  readonly #json = new JsonRewriter({
    onToken: (byte, at) => this.#readToken(byte, at),
    onChunkEnd: (length) => this.#endChunk(length),
  });
  /** Whether the first row that is not empty, which has the names, has not been omitted. */
  #isBeforeHeader: boolean;
  #depth = 0;
  /** Whether an element has been written, after which the next one needs a comma. */
  #hasElements = false;
  /** Whether an element begins with the next byte that is not blank. */
  #isBeforeElement = false;
  #row: OpenRow | undefined;

  constructor(names: readonly string[], { hasHeader }: { readonly hasHeader: boolean }) {
    this.#names = names.map((name, index) => Buffer.from(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`));
    this.#isBeforeHeader = hasHeader;
  }

  push(bytes: Uint8Array): Uint8Array {
    return this.#json.push(bytes);
  }

  end(): Uint8Array {
    return this.#row === undefined ? NO_BYTES : Buffer.concat(this.#row.parts);
  }

  #readToken(byte: number, at: number): void {
    switch (byte) {
      case COMMA:
        this.#readComma(at);
        return;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        this.#close(byte, at);
        return;
    }
    if (this.#isBeforeElement) {
      this.#beginElement(byte, at);
    }
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      this.#isBeforeElement = this.#depth === 0;
      this.#depth++;
    }
  }

  #readComma(at: number): void {
    if (this.#depth === 1) {
      this.#json.replace(at, NO_BYTES);
      this.#isBeforeElement = true;
    } else if (this.#depth === 2) {
      this.#row?.commas.push(this.#row.byteLength + at - this.#json.from);
    }
  }

  #beginElement(byte: number, at: number): void {
    this.#isBeforeElement = false;
    this.#json.writeTo(at);
    if (byte === OPEN_BRACKET) {
      this.#row = { parts: [], byteLength: 0, commas: [] };
    } else {
      this.#separate();
    }
  }

  #close(byte: number, at: number): void {
    this.#depth--;
    if (this.#depth === 1 && this.#row !== undefined) {
      const { parts, commas } = this.#row;
      const row = Buffer.concat([...parts, this.#json.take(at + 1)]);
      this.#row = undefined;
      this.#endRow(row, commas, byte === CLOSE_BRACKET);
    }
  }

  #endRow(row: Buffer, commas: readonly number[], isArray: boolean): void {
    const isEmpty = row.subarray(1, -1).every((byte) => byte <= SPACE);
    if (isEmpty) {
      return;
    }
    if (this.#isBeforeHeader) {
      this.#isBeforeHeader = false;
      return;
    }
    this.#separate();
    if (!isArray || commas.length >= this.#names.length) {
      this.#json.write(row);
      return;
    }
    this.#json.write(this.#objectOf(row, [...commas, row.length - 1]));
  }

  /** @param ends the offset after each value. */
  #objectOf(row: Buffer, ends: readonly number[]): Uint8Array {
    const byteLength = ends.reduce(
      (sum, _, column) => sum + (this.#names[column]?.length ?? 0),
      row.length - ends.length,
    );
    const object = Buffer.allocUnsafe(byteLength);
    let at = 0;
    let from = 1;
    for (const [column, end] of ends.entries()) {
      at += this.#names[column]?.copy(object, at) ?? 0;
      at += row.copy(object, at, from, end);
      from = end + 1;
    }
    object[at] = CLOSE_BRACE;
    return object;
  }

  #endChunk(length: number): void {
    if (this.#row === undefined) {
      this.#json.writeTo(length);
      return;
    }
    // A copy, because the source may reuse the bytes.
    const part = Uint8Array.from(this.#json.take(length));
    this.#row.parts.push(part);
    this.#row.byteLength += part.length;
    if (this.#row.byteLength > MAX_ROW_BYTES) {
      this.#separate();
      this.#json.write(...this.#row.parts);
      this.#row = undefined;
    }
  }

  #separate(): void {
    if (this.#hasElements) {
      this.#json.write(SEPARATOR);
    }
    this.#hasElements = true;
  }
}
