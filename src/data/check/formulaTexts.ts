import type { CsvColumns } from './csvColumns.ts';
import { positionOfName } from './csvHeader.ts';
import type { CsvHeader } from './csvHeader.ts';
import type { ProblemList } from './dataProblem.ts';

/** `="0012"`: a formula that is only a text. */
const FORMULA_TEXT = /^="[^"]*"$/;

/** Reports text columns in which one of the first values is written as a formula. Call this after the last row. */
export function checkFormulaTexts(
  header: CsvHeader,
  columns: CsvColumns,
  firstRows: readonly (readonly string[])[],
  problems: ProblemList,
): void {
  for (const [index, name] of header.names.entries()) {
    if (columns.isText(index)) {
      const values = [...firstRows.map((cells) => cells[index] ?? ''), columns.firstText(index) ?? ''];
      const found = values.find((value) => FORMULA_TEXT.test(value));
      if (found !== undefined) {
        problems.add({ code: 'formulaText', name, found }, positionOfName(header, index));
      }
    }
  }
}
