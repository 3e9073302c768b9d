import type { CheckResult } from './checkResult.ts';
import { isOfColumn } from './dataProblem.ts';
import type { DataProblem } from './dataProblem.ts';

/** If more columns than this have the same problem, it is listed once. */
const MAX_LISTED_COLUMNS = 5;

/** The columns that have a problem which is listed once. */
export interface ProblemColumns {
  readonly count: number;
  /** The names of the first ones, at most 100; of columns without a name, their numbers. */
  readonly names: readonly string[];
}

/** A problem as it is shown: that of several columns is the first one of them. */
export type ListedProblem = DataProblem & { readonly inColumns?: ProblemColumns };

interface ProblemListing extends Pick<CheckResult, 'problemsOmitted'> {
  readonly listed: readonly ListedProblem[];
}

/** Some problems of a check, by default all of them, as they are shown, and how many more there are. */
export function listProblems(
  {
    problems,
    problemsOmitted,
    columnsOmitted = {},
  }: Pick<CheckResult, 'problems' | 'problemsOmitted' | 'columnsOmitted'>,
  shown: readonly DataProblem[] = problems,
): ProblemListing {
  let warningsOmitted = problemsOmitted.warning;
  const listed = shown.flatMap((problem): readonly ListedProblem[] => {
    const { code } = problem;
    const alike = isOfColumn(code) ? shown.filter((other) => other.code === code) : [];
    if (alike.length <= MAX_LISTED_COLUMNS) {
      return [problem];
    }
    if (problem !== alike[0]) {
      return [];
    }
    const omitted = columnsOmitted[code] ?? 0;
    warningsOmitted -= omitted;
    return [{ ...problem, inColumns: { count: alike.length + omitted, names: alike.map(nameOfColumn) } }];
  });
  return { listed, problemsOmitted: { ...problemsOmitted, warning: warningsOmitted } };
}

function nameOfColumn(problem: DataProblem): string {
  if (problem.code === 'emptyColumnName') {
    return String(problem.columnNumber);
  }
  return ('name' in problem ? problem.name : undefined) ?? '';
}
