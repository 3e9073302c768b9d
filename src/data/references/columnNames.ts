import type { ColumnReference, MessageReference } from './reference.ts';
import { plainName } from '../check/responseNames.ts';
import { VERB } from './statements.ts';

const VERB_NEXT = new RegExp(`^\\s*${VERB}`, 'iu');

/** The cells that a reference may mean in rows with these columns. */
interface CellCriteria {
  /** The indexes of the columns that it may mean; undefined: any. */
  readonly columns: readonly number[] | undefined;
  /** The value; undefined if the cell is to be blank. */
  readonly value: string | undefined;
  /** Whether the cell is certain whatever its value. */
  readonly isAny?: boolean;
  /** The text that begins with the value. */
  readonly text?: string;
}

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
  readonly #criteria = new Map<MessageReference, CellCriteria | undefined>();

  /** @param table for CSV, whose columns have numbers and letters. */
  constructor(names: readonly string[], table?: TableFormat) {
    this.names = names.map((name) => name.trim());
    this.table = table;
  }

  /** Undefined if the reference doesn't fit these columns. */
  criteriaOf(reference: MessageReference): CellCriteria | undefined {
    if (!this.#criteria.has(reference)) {
      this.#criteria.set(reference, this.#findCriteria(reference));
    }
    return this.#criteria.get(reference);
  }

  /**
   * The indexes of the columns that a reference may mean; empty if there are none.
   *
   * @param isMissing whether it is to a column that is missing, which no letter stands for.
   */
  indexesOf(column: ColumnReference, isMissing = false): readonly number[] {
    switch (column.kind) {
      case 'name':
        return this.#named(column.name.trim());
      case 'letters':
        return this.table !== undefined ? [letterIndex(column.letters)] : [];
      case 'text':
        return this.#inText(column.text, isMissing);
      case 'subject':
        return this.#named(this.#nameAtStart(column.text));
    }
  }

  #findCriteria(reference: MessageReference): CellCriteria | undefined {
    const { word, column, value, quoted, isEmpty, isPath } = reference;
    // A text in quotes that is the name of a column is that column, not a value.
    const names = quoted.filter((text) => this.#named(text.trim()).length > 0);
    const values = value === undefined ? quoted.filter((text) => !names.includes(text)) : [value];
    const isAnyColumn = column === undefined || (word === 'line' && values.length > 0 && this.#isPosition(column));
    const columns = isAnyColumn && names.length === 0 ? undefined : this.#columnsOf(column, names);
    if (values.length > 1) {
      return undefined;
    }
    const [only] = values;
    if (only !== undefined && value === undefined && isEmpty) {
      // Not the value, but the column that this row lacks.
      return { columns: [], value: undefined };
    }
    if (only !== undefined) {
      return only.trim() === '' ? undefined : { columns, value: only.trim() };
    }
    if (column?.kind === 'subject') {
      const text = column.text.slice(this.#nameAtStart(column.text).length).replace(/^\s*[:=]?\s*/, '');
      return isEmpty
        ? { columns: VERB_NEXT.test(text) ? columns : [], value: undefined }
        : { columns, value: undefined, text };
    }
    const isAny = isPath && this.table === undefined;
    return isEmpty || isAny ? { columns, value: undefined, isAny } : undefined;
  }

  /** Whether its number is that of a character in the line: it is above the number of columns, or the columns of JSON have none. */
  #isPosition(column: ColumnReference): boolean {
    const number = column.kind === 'text' ? columnNumber(column.text) : undefined;
    return number !== undefined && (this.table === undefined || number > this.names.length);
  }

  /** Empty if they don't fit, or if the reference names several. */
  #columnsOf(column: ColumnReference | undefined, names: readonly string[]): readonly number[] {
    if (column === undefined) {
      return names.length > 1 ? [] : names.flatMap((name) => this.#named(name.trim()));
    }
    const indexes = this.indexesOf(column);
    return names.every((name) => this.#named(name.trim()).some((index) => indexes.includes(index))) ? indexes : [];
  }

  /** By its exact name; without one, in another case, such as `ID`; without one, as a database names it: `net_amount` for `Net Amount`. */
  #named(name: string): readonly number[] {
    for (const form of [unchanged, lowerCased, plainName]) {
      const wanted = form(name);
      const found = wanted === '' ? [] : indexesWhere(this.names, (one) => form(one) === wanted);
      if (found.length > 0) {
        return found;
      }
    }
    return [];
  }

  /** The longest name that a text begins with; empty if there is none. */
  #nameAtStart(text: string): string {
    const lower = text.toLowerCase();
    const begun = this.names.filter((name) => beginsWith(lower, name.toLowerCase()));
    return text.slice(
      0,
      begun.reduce((length, name) => Math.max(length, name.length), 0),
    );
  }

  /** The columns that the text after “column” may name: the one with the longest name that it begins with, and what else it may be. */
  #inText(text: string, isMissing: boolean): readonly number[] {
    const named = this.#named(this.#nameAtStart(text) || (/^[\p{L}\p{N}_]+/u.exec(text)?.[0] ?? ''));
    if (this.table === undefined) {
      return named;
    }
    const letters = isMissing ? undefined : /^[A-Z]{1,2}(?![\p{L}\p{N}_])/u.exec(text)?.[0];
    const number = columnNumber(text);
    return [
      ...new Set([
        ...named,
        ...(letters === undefined ? [] : [letterIndex(letters)]),
        // Counted from 1, or from 0.
        ...(number === undefined ? [] : [number - 1, number]),
      ]),
    ];
  }
}

/** Whether a text says something of a value at its beginning. */
export function isSaidOf(value: string, text: string): boolean {
  return value !== '' && text.startsWith(value) && VERB_NEXT.test(text.slice(value.length));
}

function unchanged(name: string): string {
  return name;
}

function lowerCased(name: string): string {
  return name.toLowerCase();
}

function columnNumber(text: string): number | undefined {
  const digits = /^\d{1,4}(?![\p{L}\p{N}_]|[.,]\d)/u.exec(text)?.[0];
  return digits === undefined ? undefined : Number(digits);
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
