import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { textOfBytes } from '../byteText.ts';
import { FIRST_ROWS, FIRST_ROWS_BYTES, SHOWN_CELL_LENGTH } from '../firstRows.ts';

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

  /** The rows' values as text, numbers as they are written; empty where a row has no such key. */
  read(columns: readonly string[]): readonly (readonly string[])[] {
    const head = Buffer.concat(this.#pieces);
    return this.#rows.map(([start, end]) => {
      const text = textOfBytes(head.subarray(start, end));
      const row = parseTree(text);
      return columns.map((column) => {
        const node = row && findNodeAtLocation(row, [column]);
        const value =
          node === undefined
            ? ''
            : node.type === 'string'
              ? (node.value as string)
              : text.slice(node.offset, node.offset + node.length);
        return value.slice(0, SHOWN_CELL_LENGTH);
      });
    });
  }
}
