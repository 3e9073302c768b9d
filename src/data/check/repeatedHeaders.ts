import { CELL_TYPE, typeOfText } from '../csv/cellType.ts';
import type { CsvHeader } from './csvHeader.ts';
import type { ProblemList } from './problemList.ts';

/**
 * Decides whether rows that are written like the first line repeat a header for certain. If not, the first line may be a row that occurs more
 * than once. With a single column, it probably is: then nothing is reported. Call this after the last row.
 */
export function checkRepeatedHeaders(
  { names }: CsvHeader,
  firstRows: readonly (readonly string[])[],
  problems: ProblemList,
): void {
  const others = firstRows.filter((row) => names.some((name, index) => row[index] !== name));
  const isAboveType = (name: string, index: number): boolean =>
    typeOfText(name) === CELL_TYPE.text && areMostlyTyped(others.map((row) => row[index] ?? ''));
  if (names.some(isAboveType)) {
    return;
  }
  if (names.length === 1) {
    problems.remove('repeatedHeader');
  } else {
    problems.replace({ code: 'repeatedHeader', isCertain: false });
  }
}

/** Whether most values are numbers or dates. */
function areMostlyTyped(cells: readonly string[]): boolean {
  const types = cells.map(typeOfText).filter((type) => type !== CELL_TYPE.empty);
  const typed = types.filter((type) => type !== CELL_TYPE.text);
  return typed.length > 0 && typed.length * 4 >= types.length * 3;
}
