import { haveTextAboveTypes } from '../csv/headerNames.ts';
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
  if (haveTextAboveTypes(names, firstRows)) {
    return;
  }
  if (names.length === 1) {
    problems.remove('repeatedHeader');
  } else {
    problems.replace({ code: 'repeatedHeader', isCertain: false });
  }
}
