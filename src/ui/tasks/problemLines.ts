import { terminalProblem } from '../../base/terminalText.ts';
import type { TerminalText } from '../../base/terminalText.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import { describeProblem, problemLevel } from '../format/problemText.ts';

/** The problems of a file in the form that the problem matcher expects. */
export function problemLinesOf(path: string, { problems, kind }: CheckResult): readonly TerminalText[] {
  return problems.map((problem) => {
    const { line, column, code } = problem;
    const severity = problemLevel(problem, kind);
    return terminalProblem({ path, line, column, severity, code }, describeProblem(problem));
  });
}
