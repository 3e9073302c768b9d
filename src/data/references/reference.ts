import type { CellCount } from './readCellCount.ts';

/** A column as a message names it. */
export type ColumnReference =
  /** In quotes: a name. */
  | { readonly kind: 'name'; readonly name: string }
  /** The text after a word like “column”, which begins with a name, a letter or a number. */
  | { readonly kind: 'text'; readonly text: string }
  /** The text of a statement that may begin with the name of a column, then its value: “currency EURO is not supported”. */
  | { readonly kind: 'subject'; readonly text: string }
  /** The letters of a spreadsheet. */
  | { readonly kind: 'letters'; readonly letters: string };

/** How a message numbers rows: `index` as in `$[16]`, which counts from 0. */
export type RowWord = 'row' | 'line' | 'index';

/** What one statement of a message refers to. Only the data can tell which row, column or cell that is, if any. */
export interface MessageReference {
  /** The statement, as the service wrote it. */
  readonly text: string;
  /** The rows that it names; empty if it names none. */
  readonly rows: readonly number[];
  readonly word: RowWord;
  /** Another number of the same row, as in “row 5 (line 6)”. */
  readonly alsoLine: number | undefined;
  /** The text of the row that the message quotes, which may be shortened. */
  readonly written: string | undefined;
  /** Undefined only if it names rows. */
  readonly column: ColumnReference | undefined;
  /** What the message calls the value. */
  readonly value: string | undefined;
  /** Other texts in quotes: each is a value or the name of a column. */
  readonly quoted: readonly string[];
  /** Whether it says that the value is missing. */
  readonly isEmpty: boolean;
  /** How many cells it says that its rows have; undefined if it says nothing. */
  readonly cellCount: CellCount | undefined;
  /** Whether it says that there is no such column. */
  readonly isMissingColumn: boolean;
  /** Whether another statement of the same text names a row, which this one may be about as well. */
  readonly isBesideRows: boolean;
  /** Whether the rows are written in the notation of JSONPath or JSON Pointer, so that their numbering is certain. */
  readonly isPath: boolean;
}
