import { beginsFormula, isFormulaText } from '../csv/formulaText.ts';
import type { CsvColumns } from './csvColumns.ts';
import { positionOfName } from './csvHeader.ts';
import type { CsvHeader } from './csvHeader.ts';
import type { ProblemList } from './problemList.ts';

/** Reports text columns in which one of the first values is written as a formula. Call this after the last row. */
export function checkFormulaTexts(
  header: CsvHeader,
  columns: CsvColumns,
  firstRows: readonly (readonly string[])[],
  problems: ProblemList,
): void {
  const formulasOf = header.names.map((_, index) => {
    const values = columns.isText(index)
      ? [...firstRows.map((cells) => cells[index] ?? ''), columns.firstText(index) ?? '']
      : [];
    return values.filter(beginsFormula);
  });
  const isCertain = formulasOf.flat().every(isFormulaText);
  for (const [index, name] of header.names.entries()) {
    const found = formulasOf[index]?.find(isFormulaText);
    if (found !== undefined) {
      problems.add({ code: 'formulaText', name, found, isCertain }, positionOfName(header, index));
    }
  }
}
