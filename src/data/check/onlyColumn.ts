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

/**
 * Reports that the only column may be several: its name and its first values have the same number of delimiters, as in rows that are
 * quoted as a whole, and in TSV that has no tabs. Call this after the last row.
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
}

function isCut(cell: string): boolean {
  return cell.length >= SHOWN_CELL_LENGTH;
}
