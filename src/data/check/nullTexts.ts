import { cellsOfRecord, positionsOfCells } from '../csv/cellText.ts';
import { indexOfNull, isNullText } from '../csv/nullText.ts';
import type { TextPosition } from '../text/textPosition.ts';
import { textOfBytes } from '../text/utf8.ts';
import type { FoundValue } from './addedCells.ts';
import type { CsvColumns } from './csvColumns.ts';
import { KEPT_OF_EACH_CODE } from './problemList.ts';
import type { ProblemList } from './problemList.ts';
import { searchRecords } from './recordSearch.ts';
import type { SearchedCells } from './recordSearch.ts';

/** Rows after these are not searched: the check would take longer for any file. */
const MAX_SEARCHED_BYTES = 1_000_000;
/** How much of the records with such texts is parsed. */
const MAX_PARSED_BYTES = 200_000;

/**
 * Finds the columns with a text that stands for a missing value, such as `NULL`: in columns of numbers and dates, `CsvColumns` knows all; in
 * columns of texts, those in the rows at the beginning are found.
 */
export class NullTexts {
  readonly #delimiter: string;
  /** By column: the first one in the rows at the beginning. */
  readonly #found = new Map<number, FoundValue>();
  #searchedBytes = 0;
  #parsedBytes = 0;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** Searches the records that end in a batch. */
  search(searched: SearchedCells): void {
    if (this.#searchedBytes < MAX_SEARCHED_BYTES) {
      this.#searchedBytes += searched.end - Math.max(searched.first.offset, 0);
      searchRecords(
        searched,
        (bytes, from) => (this.#parsedBytes > MAX_PARSED_BYTES ? -1 : indexOfNull(bytes, from)),
        (record, _, line) => this.#parse(record, line),
      );
    }
  }

  /** Reports each column at its first such text. Call this after the last row. */
  report(names: readonly string[], columns: CsvColumns, problems: ProblemList): void {
    for (const [index, name] of names.entries()) {
      const found = columns.firstNull(index) ?? this.#found.get(index);
      if (found?.position !== undefined) {
        problems.add({ code: 'nullText', name, found: found.value.trim() }, found.position);
      } else if (found !== undefined) {
        problems.omit('nullText');
      }
    }
  }

  #parse(record: Uint8Array, line: number): void {
    this.#parsedBytes += record.length;
    let positions: readonly TextPosition[] | undefined;
    for (const [index, value] of cellsOfRecord(textOfBytes(record), this.#delimiter).entries()) {
      if (isNullText(value) && !this.#found.has(index)) {
        const isKept = this.#found.size < KEPT_OF_EACH_CODE;
        positions ??= isKept ? positionsOfCells(record, this.#delimiter, line) : undefined;
        this.#found.set(index, { value, position: isKept ? positions?.[index] : undefined });
      }
    }
  }
}
