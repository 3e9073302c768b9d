import { positionOfName } from './csvHeader.ts';
import type { CsvHeader } from './csvHeader.ts';
import type { ProblemList } from './problemList.ts';
import { SHOWN_CELL_LENGTH } from './firstRows.ts';

/** The commas of names and prose have a space after them. */
const DELIMITERS: ReadonlyMap<string, RegExp> = new Map([
  [';', /;/g],
  ['\t', /\t/g],
  ['|', /\|/g],
  [',', /,(?!\s)/g],
]);

/** Between the names of columns of fixed width. */
const GAP = /(?<=\S) {2,}(?=\S)/g;

/**
 * Reports that the only column may be several: its name and its first values have the same number of delimiters, as in rows that are
 * quoted as a whole, and in TSV that has no tabs, or they are columns of fixed width. Call this after the last row.
 */
export function checkOnlyColumn(
  header: CsvHeader,
  firstRows: readonly (readonly string[])[],
  problems: ProblemList,
): void {
  const [name = '', second] = header.names;
  if (second !== undefined || firstRows.length === 0) {
    return;
  }
  for (const [delimiter, pattern] of DELIMITERS) {
    const count = (cell: string) => cell.match(pattern)?.length ?? 0;
    const inName = count(name);
    const isLikeName = (cell: string) => (isCut(cell) ? count(cell) > 0 : count(cell) === inName);
    if (inName > 0 && firstRows.every(([cell = '']) => isLikeName(cell))) {
      problems.add({ code: 'onlyColumn', delimiter }, positionOfName(header, 0));
      return;
    }
  }
  // Commas in its numbers divide a row into cells.
  const rows = firstRows.map((cells) => cells.join(','));
  if (haveFixedWidth(name, rows)) {
    problems.remove('raggedRow');
    problems.add({ code: 'onlyColumn', delimiter: ' ' }, positionOfName(header, 0));
  }
}

/** Whether a column ends at the same place in the header, where there is a gap between two names, and in at least two rows. */
function haveFixedWidth(header: string, rows: readonly string[]): boolean {
  const isGap = (row: string, at: number): boolean =>
    row[at] === ' ' && row.slice(0, at).trim() !== '' && row.slice(at).trim() !== '';
  // The space before the next name, and the one after the name before: values are aligned to the left or to the right.
  const places = Array.from(header.matchAll(GAP), ({ index, 0: gap }) => [index, index + gap.length - 1]).flat();
  return rows.length > 1 && places.some((at) => rows.every((row) => isGap(row, at)));
}

function isCut(cell: string): boolean {
  return cell.length >= SHOWN_CELL_LENGTH;
}
