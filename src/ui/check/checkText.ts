import { l10n } from 'vscode';
import type { CheckResult } from '../../data/check/checkResult.ts';
import { listProblems } from '../../data/check/listedProblems.ts';
import { numberText } from '../format/valueText.ts';

export interface ProblemCounts {
  /** Problems that prevent an upload. */
  readonly blocking: number;
  readonly others: number;
}

/** Counts all problems that were found, including those beyond the limit. The same problem of many columns counts once. */
export function countProblems(check: CheckResult): ProblemCounts {
  const { listed, problemsOmitted } = listProblems(check);
  const blocking = listed.filter(({ severity }) => severity === 'blocking').length;
  return {
    blocking: blocking + problemsOmitted.blocking,
    others: listed.length - blocking + problemsOmitted.warning,
  };
}

export function columnsText({ columns }: CheckResult): string {
  return columns.length === 1 ? l10n.t('1 column') : l10n.t('{0} columns', numberText(columns.length));
}

/** "no problems", "3 problems, 1 blocking". */
export function problemsText(check: CheckResult): string {
  const { blocking, others } = countProblems(check);
  const all = blocking + others;
  if (all === 0) {
    return l10n.t('no problems');
  }
  if (blocking === 0) {
    return all === 1 ? l10n.t('1 problem') : l10n.t('{0} problems', numberText(all));
  }
  if (blocking === all) {
    return all === 1 ? l10n.t('1 blocking problem') : l10n.t('{0} blocking problems', numberText(all));
  }
  return l10n.t('{0} problems, {1} blocking', numberText(all), numberText(blocking));
}

/** "Only the first 300 are shown." '' if all are shown. */
export function omittedText(check: CheckResult): string {
  const { listed, problemsOmitted } = listProblems(check);
  const omitted = problemsOmitted.blocking + problemsOmitted.warning;
  return omitted === 0 ? '' : l10n.t('Only the first {0} are shown.', numberText(listed.length));
}

/** Why a text has no columns, if a quote is never closed. */
export function openQuoteText({ problems }: Pick<CheckResult, 'problems'>): string | undefined {
  return problems.some(({ code }) => code === 'unterminatedQuote')
    ? l10n.t('A quote is never closed, so the columns can’t be read. Close it first.')
    : undefined;
}
