import { l10n } from 'vscode';
import type { CheckResult } from '../../data/check/checkResult.ts';
import { numberText } from '../format/valueText.ts';

export interface ProblemCounts {
  /** Problems that prevent an upload. */
  readonly blocking: number;
  readonly others: number;
}

/** Counts all problems that were found, including those beyond the limit. */
export function countProblems({ problems, problemsOmitted }: CheckResult): ProblemCounts {
  const blocking = problems.filter(({ severity }) => severity === 'blocking').length;
  return {
    blocking: blocking + problemsOmitted.blocking,
    others: problems.length - blocking + problemsOmitted.warning,
  };
}

/** "1,234 rows, 10 columns" */
export function sizeText({ rows, columns }: CheckResult): string {
  const rowsText = rows === 1 ? l10n.t('1 row') : l10n.t('{0} rows', numberText(rows));
  const columnsText = columns.length === 1 ? l10n.t('1 column') : l10n.t('{0} columns', numberText(columns.length));
  return l10n.t('{0}, {1}', rowsText, columnsText);
}

/** "no problems", "3 problems, 1 of which prevents an upload". */
export function problemsText(check: CheckResult): string {
  const { blocking, others } = countProblems(check);
  const all = blocking + others;
  if (all === 0) {
    return l10n.t('no problems');
  }
  const count = all === 1 ? l10n.t('1 problem') : l10n.t('{0} problems', numberText(all));
  if (blocking === 0) {
    return count;
  }
  if (blocking === all) {
    return blocking === 1 ? l10n.t('{0} that prevents an upload', count) : l10n.t('{0} that prevent an upload', count);
  }
  return blocking === 1
    ? l10n.t('{0}, 1 of which prevents an upload', count)
    : l10n.t('{0}, {1} of which prevent an upload', count, numberText(blocking));
}

/** "Only the first 300 are shown." '' if all are shown. */
export function omittedText({ problems, problemsOmitted }: CheckResult): string {
  const omitted = problemsOmitted.blocking + problemsOmitted.warning;
  return omitted === 0 ? '' : l10n.t('Only the first {0} are shown.', numberText(problems.length));
}
