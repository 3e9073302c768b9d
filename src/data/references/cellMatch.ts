import type { TextRange } from '../text/textPosition.ts';
import { isSaidOf } from './columnNames.ts';
import type { ColumnNames } from './columnNames.ts';
import type { CellCount } from './readCellCount.ts';
import type { MessageReference } from './reference.ts';

/** How much of the line before a range is kept, in UTF-16 units. */
const BEFORE_UNITS = 100;

/** The range of a cell or a value, with the text that shows whether a document still has it there. */
export interface RangeWithText extends TextRange {
  /** The text in the range. */
  readonly written: string;
  /** See `endOfLastLine`. */
  readonly before: string;
}

/** What is before a range in its line, at most the last `BEFORE_UNITS` of it. */
export function endOfLastLine(textBefore: string): string {
  return /[^\r\n]*$/.exec(textBefore.slice(-BEFORE_UNITS))?.[0] ?? '';
}

/** A cell of a row, or a member of a JSON object. */
export interface RowCell {
  /** The value as it is sent. */
  readonly value: string;
  readonly range: RangeWithText;
}

/** The cells of a row, in the order of its columns. Undefined where a value is no cell: a nested one of JSON. */
export type RowCells = readonly (RowCell | undefined)[];

export interface CellMatches {
  /** The cells that fit. */
  readonly exact: readonly RowCell[];
  /** Cells that a service may mean as well if it shows values in another way: they make the reference uncertain. */
  readonly similar: readonly RowCell[];
  /** Whether a cell that the row doesn't have may be meant: a value that is missing. */
  readonly isMissing: boolean;
}

const NO_MATCHES: CellMatches = { exact: [], similar: [], isMissing: false };

/** The cells of a row that a reference may mean. */
export function matchCells(reference: MessageReference, table: ColumnNames, cells: RowCells): CellMatches {
  const { cellCount, written } = reference;
  if (written !== undefined && !isWrittenAs(written, table, cells)) {
    return NO_MATCHES;
  }
  if (cellCount !== undefined) {
    // The table that the row doesn't fit may have other columns than the header.
    return written === undefined && !hasCellCount(cellCount, table, cells) ? NO_MATCHES : matchRow(table, cells);
  }
  if (written !== undefined && reference.column === undefined && reference.value === undefined) {
    return matchRow(table, cells);
  }
  const criteria = table.criteriaOf(reference);
  if (criteria === undefined) {
    return NO_MATCHES;
  }
  const { columns, value, isAny = false, text } = criteria;
  const candidates = (columns === undefined ? cells : columns.map((index) => cells[index])).filter(
    (cell) => cell !== undefined,
  );
  if (text !== undefined) {
    const [shown = ''] = /^[^\s,;]*/.exec(text) ?? [];
    const exact = candidates.filter((cell) => isSaidOf(cell.value.trim(), text));
    const similar = candidates.filter((cell) => !exact.includes(cell) && isSimilar(cell.value, shown));
    return { exact, similar, isMissing: false };
  }
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

/** Whether the row has this many cells and not as many as the header. */
function hasCellCount(cellCount: CellCount, { names }: ColumnNames, { length }: RowCells): boolean {
  switch (cellCount) {
    case 'fewer':
      return length < names.length;
    case 'more':
      return length > names.length;
    default:
      return length !== names.length && (cellCount === 'other' || cellCount === length);
  }
}

/** Whether this is the text of the row, or its beginning and three points. */
function isWrittenAs(text: string, { table }: ColumnNames, cells: RowCells): boolean {
  const written = table && writtenRow(cells, table.delimiter).trim();
  return written === text || (text.endsWith('...') && written?.startsWith(text.slice(0, -3)) === true);
}

/** The whole row of CSV. */
function matchRow({ table }: ColumnNames, cells: RowCells): CellMatches {
  const range = table?.hasAllCells === true ? rangeOfRow(cells, table.delimiter) : undefined;
  return range === undefined ? NO_MATCHES : { exact: [{ value: '', range }], similar: [], isMissing: false };
}

/** From the first cell to the last one; undefined if one of them is missing. */
export function rangeOfRow(cells: RowCells, delimiter: string): RangeWithText | undefined {
  const first = cells[0]?.range;
  const last = cells.at(-1)?.range;
  return (
    first &&
    last && { ...first, endLine: last.endLine, endColumn: last.endColumn, written: writtenRow(cells, delimiter) }
  );
}

function writtenRow(cells: RowCells, delimiter: string): string {
  return cells.map((cell) => cell?.range.written ?? '').join(delimiter);
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
