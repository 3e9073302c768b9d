import { beginsFormula, isFormulaText } from '../csv/formulaText.ts';
import type { CsvColumns } from './csvColumns.ts';
import type { KnownCells } from './knownCells.ts';
import type { ProblemList } from './problemList.ts';

/** Reports text columns in which one of the first values is written as a formula, at this value. Call this after the last row. */
export function checkFormulaTexts(cells: KnownCells, columns: CsvColumns, problems: ProblemList): void {
  const { names } = cells.header;
  const formulasOf = names.map((_, index) =>
    columns.isText(index) ? cells.valuesOf(index).filter(beginsFormula) : [],
  );
  const isCertain = formulasOf.flat().every(isFormulaText);
  for (const [index, name] of names.entries()) {
    const found = formulasOf[index]?.find(isFormulaText);
    if (found !== undefined) {
      problems.add({ code: 'formulaText', name, found, isCertain }, () =>
        cells.positionOf(index, (value) => value === found),
      );
    }
  }
}
