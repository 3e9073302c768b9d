import { l10n, Uri } from 'vscode';
import type { UploadNotice } from '../../app/upload/uploadPrompts.ts';
import { plainText } from '../../base/displayText.ts';
import { terminalProblem, terminalText } from '../../base/terminalText.ts';
import type { TerminalText } from '../../base/terminalText.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import { listProblems } from '../../data/check/listedProblems.ts';
import { describeProblem, problemLevel } from '../format/problemText.ts';
import { numberText } from '../format/valueText.ts';
import { noCopyText, otherConnectionText, summaryLines, unansweredLines } from '../upload/uploadNotices.ts';

/** The lines that a task's terminal shows for a notice about an upload. */
export function noticeLines(notice: UploadNotice): readonly TerminalText[] {
  switch (notice.kind) {
    case 'blocked': {
      const { input, check, blocking } = notice;
      const count = blocking.length + check.problemsOmitted.blocking;
      const name = plainText(input.file.name);
      return [
        ...problemLinesOf(Uri.parse(input.uri, true).fsPath, check),
        terminalText(
          count === 1
            ? l10n.t('“{0}” was not uploaded because 1 problem prevents it.', name)
            : l10n.t('“{0}” was not uploaded because {1} problems prevent it.', name, numberText(count)),
          { color: 'red' },
        ),
      ];
    }
    case 'accepted': {
      const { fileName, targetName, otherName } = notice;
      return otherName === undefined
        ? [terminalText(l10n.t('“{0}” was accepted for “{1}”.', plainText(fileName), plainText(targetName)))]
        : [terminalText(otherConnectionText({ fileName, targetName, otherName }), { color: 'yellow' })];
    }
    case 'summary':
      return summaryLines(notice).map((line) => terminalText(line));
    case 'unknown':
      return unansweredLines(notice).map((line) => terminalText(line, { color: 'yellow' }));
    case 'cancelled':
      return [terminalText(l10n.t('Upload canceled. Nothing was loaded.'), { color: 'yellow' })];
    case 'noCopy':
      return [terminalText(noCopyText(notice), { color: 'yellow' })];
  }
}

/** The problems of a file in the form that the problem matcher expects. */
export function problemLinesOf(path: string, check: CheckResult): readonly TerminalText[] {
  return listProblems(check).listed.map((problem) => {
    const { line, column, code } = problem;
    const severity = problemLevel(problem, check.kind);
    return terminalProblem({ path, line, column, severity, code }, describeProblem(problem));
  });
}
