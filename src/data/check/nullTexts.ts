import { isNullText } from '../csv/nullText.ts';
import type { CsvColumns } from './csvColumns.ts';
import type { KnownCells } from './knownCells.ts';
import type { ProblemList } from './problemList.ts';

/**
 * Reports columns with a text that stands for a missing value, such as `NULL`, at the first one: of a text column, only if it is among the
 * first rows. Call this after the last row.
 */
export function checkNullTexts(cells: KnownCells, columns: CsvColumns, problems: ProblemList): void {
  for (const [index, name] of cells.header.names.entries()) {
    const inFirstRows = columns.isText(index) ? cells.valuesOf(index).find(isNullText) : undefined;
    const found = columns.firstNull(index)?.value ?? inFirstRows;
    if (found !== undefined) {
      problems.add({ code: 'nullText', name, found: found.trim() }, () => cells.positionOf(index, isNullText));
    }
  }
}
