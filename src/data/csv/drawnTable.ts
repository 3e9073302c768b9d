import { lengthOfWholeCharacters, textOfBytes } from '../text/utf8.ts';
import { DIALECT_BYTES } from './dialect.ts';
import { cellsOfDrawnRow, isRule, readDrawnColumns } from './drawnColumns.ts';
import type { DrawnColumns } from './drawnColumns.ts';

/** The rule below the header is in one of these lines. Above the header may be titles and rules. */
const MAX_LINES_TO_RULE = 30;
const MAX_ROWS = 50;

/** The types that DuckDB prints below the names. */
const SQL_TYPE =
  /^(?:u?int\d+|varchar|double|float|boolean|date|time|timestamp(?: .+)?|interval|blob|bit|uuid|json|(?:decimal|enum|struct|map|union)\(.+\))(?:\[\d*\])*$/;

/** A table whose columns are drawn with bars and rules, as in the lists of SAP, the output of databases, and Markdown. */
export interface DrawnTable {
  readonly columns: DrawnColumns;
  readonly names: readonly string[];
  /** The line of the header. */
  readonly line: number;
  /** How many lines come before the first row. */
  readonly linesAbove: number;
}

/**
 * Finds a drawn table by the beginning of a text without byte order mark. Undefined if the text is anything else: there must be a header
 * with a rule of its columns below it, and most of what follows must be rows of these columns.
 */
export function findDrawnTable(start: Uint8Array): DrawnTable | undefined {
  const lines = firstLines(start);
  for (const [index, rule] of lines.slice(0, MAX_LINES_TO_RULE).entries()) {
    const columns = readDrawnColumns(lines[index - 1] ?? '', rule);
    if (columns !== undefined) {
      return tableAt(lines, index, columns);
    }
  }
  return undefined;
}

function firstLines(start: Uint8Array): readonly string[] {
  const sample = start.subarray(0, DIALECT_BYTES);
  const isWhole = start.length < DIALECT_BYTES;
  const text = textOfBytes(sample.subarray(0, lengthOfWholeCharacters(sample)));
  const lines = text.split(/\r\n|\n|\r/, MAX_LINES_TO_RULE + MAX_ROWS);
  return isWhole ? lines : lines.slice(0, -1);
}

/** @param rule the index of the rule below the header. */
function tableAt(lines: readonly string[], rule: number, columns: DrawnColumns): DrawnTable | undefined {
  const cellsAt = (index: number) => cellsOf(lines[index] ?? '', columns);
  const hasTypes = cellsAt(rule - 2) !== undefined && cellsAt(rule - 1)?.every((cell) => SQL_TYPE.test(cell)) === true;
  const header = hasTypes ? rule - 2 : rule - 1;
  const names = cellsAt(header) ?? [];
  const isNamed = names.some((name) => /\p{L}/u.test(name));
  const hasOneLine = cellsAt(header - 1) === undefined;
  // In a quoted cell, a drawn table is a text.
  const isInQuotes = (lines.slice(0, header).join('').split('"').length - 1) % 2 === 1;
  return isNamed && hasOneLine && !isInQuotes && haveRows(lines.slice(rule + 1), columns, names.length)
    ? { columns, names, line: header + 1, linesAbove: rule + 1 }
    : undefined;
}

/** Whether most lines are rows, and most of these have as many cells as the header. */
function haveRows(lines: readonly string[], columns: DrawnColumns, width: number): boolean {
  const texts = lines.filter((line) => line.trim() !== '' && !isRule(line));
  const rows = texts.flatMap((line) => cellsOf(line, columns)?.length ?? []);
  const alike = rows.filter((cells) => cells === width).length;
  return alike > 0 && alike * 3 >= rows.length * 2 && rows.length * 2 >= texts.length;
}

function cellsOf(line: string, columns: DrawnColumns): readonly string[] | undefined {
  return isRule(line) ? undefined : cellsOfDrawnRow(line, columns);
}
