import { matchCells } from './cellMatch.ts';
import type { RowCells, RangeWithText } from './cellMatch.ts';
import type { ColumnNames } from './columnNames.ts';
import { Needle } from './needle.ts';
import type { MessageReference } from './reference.ts';

/** A range in the data, with what the service says about it. */
export interface ServiceProblem extends RangeWithText {
  /** The statement of the service. */
  readonly text: string;
}

/** The numbers that a record has in one numbering: from `from` to `to`. */
export interface RecordNumber {
  readonly from: number;
  readonly to: number;
  /** Whether it counts data rows from 0, as the index of an array does. */
  readonly isIndex?: boolean;
}

/** A cell that fits a reference. */
interface Hit {
  readonly range: RangeWithText;
  readonly isExact: boolean;
  /** The numberings in which its record has the number: one bit each. */
  readonly numberings: number;
}

/** One row of a reference that is looked for. */
interface RowQuery {
  readonly reference: MessageReference;
  readonly row: number;
  readonly hits: Hit[];
  /** Whether a record that may be meant can't be read, or lacks the cell. */
  isUnknown: boolean;
}

/** A reference that names no row, but a value that must be unique. */
interface UniqueQuery {
  readonly reference: MessageReference;
  /** Finds the value. */
  readonly needle: Needle;
  readonly hits: RangeWithText[];
  isUnknown: boolean;
}

/** With more cells, none of them would be certain. */
const MAX_HITS = 50;
/** More rows of all messages are not looked for. */
const MAX_QUERIES = 500;
/** A longer text is not shown. */
const MAX_WRITTEN_LENGTH = 5_000;

/** The row numbers that references name. Most records of a long file have other numbers, and are not read. */
export class NamedRows {
  readonly #rows: readonly number[];
  #next = 0;

  /** @param rows ascending. */
  constructor(rows: readonly number[]) {
    this.#rows = rows;
  }

  /** Whether a reference names a row from `lowest` to `highest`. `lowest` must not become less from one call to the next. */
  hasAny(lowest: number, highest: number): boolean {
    while ((this.#rows[this.#next] ?? Infinity) < lowest) {
      this.#next++;
    }
    return (this.#rows[this.#next] ?? Infinity) <= highest;
  }
}

/**
 * Collects the cells that fit the references of messages, record by record, and decides at the end which of them are certain. A row
 * number may count data rows or lines, from 0 or from 1, with the header or without: every numbering is tried, and a cell is
 * certain only if no other cell fits.
 */
export class ReferenceResolver {
  readonly #queries: readonly RowQuery[];
  readonly unique: readonly UniqueQuery[];
  readonly #references: readonly MessageReference[];
  readonly #problems: ServiceProblem[] = [];
  /** The row numbers that references name, ascending. */
  readonly #rows: readonly number[];
  /** Whether any reference names a line. */
  readonly hasLines: boolean;

  constructor(references: readonly MessageReference[]) {
    this.#references = references;
    const queries: RowQuery[] = [];
    for (const reference of references) {
      // All rows of a list, or none.
      if (queries.length + reference.rows.length <= MAX_QUERIES) {
        queries.push(...reference.rows.map((row) => ({ reference, row, hits: [], isUnknown: false })));
      }
    }
    this.#queries = queries;
    this.#rows = queries.map(({ row }) => row).sort((a, b) => a - b);
    this.hasLines = queries.some(({ reference }) => reference.word === 'line' || reference.alsoLine !== undefined);
    this.unique = references.flatMap((reference) => {
      const value = uniqueValue(reference);
      return value === undefined ? [] : { reference, needle: new Needle(value), hits: [], isUnknown: false };
    });
  }

  /** Whether any reference names a row. */
  get hasRows(): boolean {
    return this.#queries.length > 0;
  }

  /** The references that name a column, and neither a row nor a value. */
  get ofColumns(): readonly MessageReference[] {
    return this.#references.filter(
      ({ rows, value, quoted, isMissingColumn, isBesideRows }) =>
        rows.length === 0 && (isMissingColumn || (value === undefined && quoted.length === 0 && !isBesideRows)),
    );
  }

  /** To compare one numbering with the rows that references name. */
  namedRows(): NamedRows {
    return new NamedRows(this.#rows);
  }

  /**
   * Takes a record into account.
   *
   * @param numbers its numbers, one for each numbering.
   * @param read reads its cells; undefined if it is too long. Called only if a reference may mean it.
   */
  addRecord(numbers: readonly RecordNumber[], columns: () => ColumnNames, read: () => RowCells | undefined): void {
    let cells: RowCells | undefined;
    let isRead = false;
    for (const query of this.#queries) {
      const numberings = numberingsOf(query, numbers);
      if (numberings === 0) {
        continue;
      }
      if (!isRead) {
        isRead = true;
        cells = read();
      }
      if (cells === undefined) {
        query.isUnknown = true;
      } else {
        addHits(query, columns(), cells, numberings);
      }
    }
  }

  /**
   * Takes a record into account that may contain a value which must be unique.
   *
   * @param read as for `addRecord`.
   */
  addUnique(query: UniqueQuery, columns: () => ColumnNames, read: () => RowCells | undefined): void {
    if (query.isUnknown || query.hits.length > 1) {
      return;
    }
    const cells = read();
    if (cells === undefined) {
      query.isUnknown = true;
    } else {
      const { exact } = matchCells(query.reference, columns(), cells);
      query.hits.push(...exact.map(({ range }) => range));
    }
  }

  /** Adds the range of a reference that is certain. */
  add(reference: MessageReference, range: RangeWithText): void {
    this.#problems.push({ ...range, text: reference.text });
  }

  /** The problems whose ranges are certain, in the order of the data. */
  end(): readonly ServiceProblem[] {
    for (const { reference, hits, isUnknown } of this.unique) {
      const [only, ...others] = hits;
      if (only !== undefined && others.length === 0 && !isUnknown) {
        this.add(reference, only);
      }
    }
    for (const word of ['row', 'line', 'index'] as const) {
      this.#resolveRows(this.#queries.filter(({ reference }) => reference.word === word));
    }
    // The message of a job often repeats that of a step.
    const unique = new Map(
      this.#problems.map((problem) => [`${problem.line}:${problem.column} ${problem.text}`, problem]),
    );
    return [...unique.values()]
      .filter(({ written }) => written.length <= MAX_WRITTEN_LENGTH)
      .toSorted((a, b) => a.line - b.line || a.column - b.column);
  }

  /** A service numbers all rows in the same way, so only the numberings that fit all of them remain. */
  #resolveRows(queries: readonly RowQuery[]): void {
    const matched = queries.filter(({ hits, isUnknown }) => !isUnknown && hits.some(({ isExact }) => isExact));
    const common = matched.reduce((all, { hits }) => all & numberingsOfHits(hits), -1);
    const found = new Map<RowQuery, RangeWithText>();
    for (const query of matched) {
      const [only, ...others] = query.hits.filter(({ numberings }) => (numberings & common) !== 0);
      if (only?.isExact === true && others.length === 0) {
        found.set(query, only.range);
      }
    }
    // Of a list of rows, all or none.
    const partial = new Set(queries.flatMap((query) => (found.has(query) ? [] : [query.reference])));
    for (const [{ reference }, range] of found) {
      if (!partial.has(reference)) {
        this.add(reference, range);
      }
    }
  }
}

/** The only value that a reference names, if it names no row. Not a number, which may be written in another form elsewhere. */
function uniqueValue({ rows, value, quoted, isMissingColumn, isBesideRows }: MessageReference): string | undefined {
  const [text = '', ...others] = value === undefined ? quoted : [value];
  const isOnlyValue = rows.length === 0 && !isBesideRows && !isMissingColumn && others.length === 0;
  return isOnlyValue && /\p{L}/u.test(text) && !/["\\]/.test(text) ? text : undefined;
}

function numberingsOf({ reference, row }: RowQuery, numbers: readonly RecordNumber[]): number {
  let numberings = 0;
  let also = 0;
  for (const [index, { from, to, isIndex }] of numbers.entries()) {
    if (row >= from && row <= to && (reference.word !== 'index' || isIndex === true)) {
      numberings |= 1 << index;
    }
    if (reference.alsoLine === undefined || (reference.alsoLine >= from && reference.alsoLine <= to)) {
      also |= 1 << index;
    }
  }
  return also === 0 ? 0 : numberings;
}

function addHits(query: RowQuery, columns: ColumnNames, cells: RowCells, numberings: number): void {
  const { reference, hits } = query;
  const { exact, similar, isMissing } = matchCells(reference, columns, cells);
  const found = [
    ...exact.map(({ range }) => ({ range, isExact: true, numberings })),
    ...similar.map(({ range }) => ({ range, isExact: false, numberings })),
  ];
  if (isMissing || hits.length + found.length > MAX_HITS) {
    query.isUnknown = true;
  } else {
    hits.push(...found);
  }
}

function numberingsOfHits(hits: readonly Hit[]): number {
  return hits.reduce((all, { numberings }) => all | numberings, 0);
}
