import type { TextRange } from '../text/textPosition.ts';
import type { Width } from './readWidth.ts';
import type { ColumnReference, MessageReference } from './reference.ts';

/** How much of the line before a range is kept, in UTF-16 units. */
export const BEFORE_UNITS = 100;

/** The range of a cell or a value, with the text that shows whether a document still has it there. */
export interface RangeWithText extends TextRange {
  /** The text in the range. */
  readonly written: string;
  /** What is before the range in its line, or the last `BEFORE_UNITS` of it. */
  readonly before: string;
}

/** A cell of a row, or a member of a JSON object. */
export interface RowCell {
  /** The value as it is sent. */
  readonly value: string;
  readonly range: RangeWithText;
}

/** The cells of a row, in the order of its columns. Undefined where a value is no cell: a nested one of JSON. */
export type RowCells = readonly (RowCell | undefined)[];

/** What a reference asks for in rows with these columns. */
interface Wanted {
  /** The indexes of the columns that it may mean; undefined: any. */
  readonly columns: readonly number[] | undefined;
  /** The value; undefined if the cell is to be blank. */
  readonly value: string | undefined;
  /** Whether the cell is certain whatever its value. */
  readonly isAny?: boolean;
}

export interface CellMatches {
  /** The cells that fit. */
  readonly exact: readonly RowCell[];
  /** Cells that a service may mean as well if it shows values in another way: they make the reference uncertain. */
  readonly similar: readonly RowCell[];
  /** Whether a cell that the row doesn't have may be meant: a value that is missing. */
  readonly isMissing: boolean;
}

const NO_MATCHES: CellMatches = { exact: [], similar: [], isMissing: false };

/** What is known of CSV besides the names of its columns. */
interface TableFormat {
  readonly delimiter: string;
  /** Whether rows are sent with as many cells as they have in the file. */
  readonly hasAllCells: boolean;
}

/** The columns of a table, as references name them. */
export class ColumnNames {
  readonly names: readonly string[];
  /** Undefined for JSON. */
  readonly table: TableFormat | undefined;
  readonly #wanted = new Map<MessageReference, Wanted | undefined>();

  /** @param table for CSV, whose columns have numbers and letters. */
  constructor(names: readonly string[], table?: TableFormat) {
    this.names = names.map((name) => name.trim());
    this.table = table;
  }

  /** What the reference asks for; undefined if it doesn't fit these columns. */
  wantedBy(reference: MessageReference): Wanted | undefined {
    if (!this.#wanted.has(reference)) {
      this.#wanted.set(reference, this.#find(reference));
    }
    return this.#wanted.get(reference);
  }

  /** The indexes of the columns that a reference may mean; empty if there are none. */
  indexesOf(column: ColumnReference): readonly number[] {
    switch (column.kind) {
      case 'name':
        return this.#named(column.name.trim());
      case 'letters':
        return this.table !== undefined ? [letterIndex(column.letters)] : [];
      case 'text':
        return this.#inText(column.text);
    }
  }

  #find(reference: MessageReference): Wanted | undefined {
    const { column, value, quoted, isEmpty, isPath } = reference;
    // A text in quotes that is the name of a column is that column, not a value.
    const names = quoted.filter((text) => this.#named(text.trim()).length > 0);
    const values = value === undefined ? quoted.filter((text) => !names.includes(text)) : [value];
    const columns = column === undefined && names.length === 0 ? undefined : this.#columnsOf(column, names);
    if (values.length > 1) {
      return undefined;
    }
    const [only] = values;
    if (only !== undefined && value === undefined && isEmpty && this.table === undefined) {
      // Not the value, but the key that this row lacks.
      return { columns: [], value: undefined };
    }
    if (only !== undefined) {
      return only.trim() === '' ? undefined : { columns, value: only.trim() };
    }
    const isAny = isPath && this.table === undefined;
    return isEmpty || isAny ? { columns, value: undefined, isAny } : undefined;
  }

  /** Empty if they don't fit, or if the reference names several. */
  #columnsOf(column: ColumnReference | undefined, names: readonly string[]): readonly number[] {
    if (column === undefined) {
      return names.length > 1 ? [] : names.flatMap((name) => this.#named(name.trim()));
    }
    const indexes = this.indexesOf(column);
    return names.every((name) => this.#named(name.trim()).some((index) => indexes.includes(index))) ? indexes : [];
  }

  /** By its exact name; without one, by the same letters in another case. */
  #named(name: string): readonly number[] {
    const exact = indexesWhere(this.names, (one) => one === name);
    return exact.length > 0 ? exact : indexesWhere(this.names, (one) => one.toLowerCase() === name.toLowerCase());
  }

  /** The columns that the text after “column” may name: the one with the longest name that it begins with, and what else it may be. */
  #inText(text: string): readonly number[] {
    const lower = text.toLowerCase();
    const begun = this.names.filter((name) => beginsWith(lower, name.toLowerCase()));
    const longest = begun.reduce((length, name) => Math.max(length, name.length), 0);
    const named = longest === 0 ? [] : this.#named(text.slice(0, longest));
    if (this.table === undefined) {
      return named;
    }
    const letters = /^[A-Z]{1,2}(?![\p{L}\p{N}_])/u.exec(text)?.[0];
    const number = /^\d{1,4}(?![\p{L}\p{N}_]|[.,]\d)/u.exec(text)?.[0];
    return [
      ...new Set([
        ...named,
        ...(letters === undefined ? [] : [letterIndex(letters)]),
        // Counted from 1, or from 0.
        ...(number === undefined ? [] : [Number(number) - 1, Number(number)]),
      ]),
    ];
  }
}

/** The cells of a row that a reference may mean. */
export function matchCells(reference: MessageReference, table: ColumnNames, cells: RowCells): CellMatches {
  if (reference.width !== undefined) {
    return matchWidth(reference.width, table, cells);
  }
  const wanted = table.wantedBy(reference);
  if (wanted === undefined) {
    return NO_MATCHES;
  }
  const { columns, value, isAny = false } = wanted;
  const candidates = (columns === undefined ? cells : columns.map((index) => cells[index])).filter(
    (cell) => cell !== undefined,
  );
  if (value === undefined) {
    const isMissing =
      columns === undefined ? cells.length < table.names.length : !columns.some((index) => index < cells.length);
    return {
      exact: candidates.filter((cell) => isAny || cell.value.trim() === ''),
      similar: [],
      isMissing: !isAny && isMissing,
    };
  }
  return {
    exact: candidates.filter((cell) => cell.value.trim() === value),
    similar: candidates.filter((cell) => cell.value.trim() !== value && isSimilar(cell.value, value)),
    isMissing: false,
  };
}

/** The whole row, if it has this many cells and not as many as the header. */
function matchWidth(width: Width, { names, table }: ColumnNames, cells: RowCells): CellMatches {
  const [first] = cells;
  const last = cells.at(-1);
  const hasWidth = cells.length !== names.length && (width === 'other' || width === cells.length);
  if (table?.hasAllCells !== true || first === undefined || last === undefined || !hasWidth) {
    return NO_MATCHES;
  }
  const { line, column, before } = first.range;
  const { endLine, endColumn } = last.range;
  const written = cells.map((cell) => cell?.range.written ?? '').join(table.delimiter);
  const row: RowCell = { value: '', range: { line, column, endLine, endColumn, before, written } };
  return { exact: [row], similar: [], isMissing: false };
}

/** Whether a service may show the cell as this value: in another case, shortened, or as another form of the number. */
function isSimilar(cell: string, value: string): boolean {
  const [one, other] = [folded(cell), folded(value)];
  if (one === other) {
    return true;
  }
  const shortened = /^(.{2,})\.{3}$/.exec(other)?.[1];
  if (shortened !== undefined) {
    return one.startsWith(shortened);
  }
  const numbers = numbersOf(one);
  return numbersOf(other).some((number) => numbers.includes(number));
}

/** Also with three points for an ellipsis. */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s"']/g, '');
}

/** The numbers that a folded text may be, with points or commas before the decimals. */
function numbersOf(text: string): readonly number[] {
  const bare = text.replaceAll(/[\p{Sc}%()_]|^[a-z]{3}|[a-z]{3}$/gu, '');
  // A cell may have a million digits: no part of the pattern matches what the next one matches as well.
  if (!/^[+-]?[.,]*\d[\d.,]*(?:e[+-]?\d+)?$/.test(bare)) {
    return [];
  }
  return [bare.replaceAll(',', ''), bare.replaceAll('.', '').replace(',', '.')]
    .map(Number)
    .filter((number) => Number.isFinite(number));
}

/** Whether a text begins with a name, not with a part of a word. */
function beginsWith(text: string, name: string): boolean {
  return text.startsWith(name) && !/^[\p{L}\p{N}_]/u.test(text.slice(name.length));
}

function indexesWhere(names: readonly string[], test: (name: string) => boolean): readonly number[] {
  return names.flatMap((name, index) => (test(name) ? [index] : []));
}

/** 0 for A, 26 for AA. */
function letterIndex(letters: string): number {
  return Array.from(letters).reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
