import { indexOfNull, isNullText } from '../csv/nullText.ts';
import type { CsvColumns } from './csvColumns.ts';
import { FirstValues } from './firstValues.ts';
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
  readonly #names: readonly string[];
  /** In the rows at the beginning. */
  readonly #found: FirstValues;
  #searchedBytes = 0;
  #parsedBytes = 0;

  constructor(delimiter: string, names: readonly string[], width: number) {
    this.#names = names;
    this.#found = new FirstValues(delimiter, width, isNullText);
  }

  /** Searches the records that end in a batch. */
  search(searched: SearchedCells): void {
    if (this.#searchedBytes < MAX_SEARCHED_BYTES) {
      this.#searchedBytes += searched.end - Math.max(searched.first.offset, 0);
      searchRecords(
        searched,
        (bytes, from) => (this.#parsedBytes > MAX_PARSED_BYTES ? -1 : indexOfNull(bytes, from)),
        (record, _, line) => {
          this.#parsedBytes += record.length;
          this.#found.addRecord(record, line);
        },
      );
    }
  }

  /** Reports each column at its first such text. Call this after the last row. */
  report(columns: CsvColumns, problems: ProblemList): void {
    for (const [index, name] of this.#names.entries()) {
      const found = columns.firstNull(index) ?? this.#found.all.get(index);
      if (found !== undefined) {
        problems.add({ code: 'nullText', name, found: found.value.trim() }, found.position);
      }
    }
  }
}
