import { cellsOfRecord, positionsOfCells } from '../csv/cellText.ts';
import type { TextPosition } from '../text/textPosition.ts';
import { textOfBytes } from '../text/utf8.ts';
import type { FoundValue } from './batchCells.ts';
import { KEPT_OF_EACH_CODE } from './problemList.ts';

/** The first value of each column for which something holds, in the records that are added. */
export class FirstValues {
  readonly #delimiter: string;
  /** How many columns are checked. */
  readonly #width: number;
  readonly #isFound: (value: string) => boolean;
  readonly #found = new Map<number, FoundValue>();

  constructor(delimiter: string, width: number, isFound: (value: string) => boolean) {
    this.#delimiter = delimiter;
    this.#width = width;
    this.#isFound = isFound;
  }

  /** The values, without white space around them, by column. */
  get all(): ReadonlyMap<number, FoundValue> {
    return this.#found;
  }

  /** Whether a value of this column can still be found. */
  isOpen(columnIndex: number): boolean {
    return columnIndex < this.#width && !this.#found.has(columnIndex);
  }

  /** Parses a record without its line break, which begins in this line. */
  addRecord(record: Uint8Array, line: number): void {
    let positions: readonly TextPosition[] | undefined;
    for (const [columnIndex, cell] of cellsOfRecord(textOfBytes(record), this.#delimiter).entries()) {
      const value = cell.trim();
      if (this.isOpen(columnIndex) && this.#isFound(value)) {
        const isKept = this.#found.size < KEPT_OF_EACH_CODE;
        positions ??= isKept ? positionsOfCells(record, this.#delimiter, line) : undefined;
        this.#found.set(columnIndex, { value, position: isKept ? positions?.[columnIndex] : undefined });
      }
    }
  }
}
