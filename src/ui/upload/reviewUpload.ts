import { l10n, window } from 'vscode';
import { notificationText, plainText } from '../../base/displayText.ts';
import type { CheckResult } from '../../data/checkResult.ts';
import type { Account } from '../../model/account.ts';
import type { UploadFormat } from '../../model/upload.ts';
import { problemLine } from './describeProblem.ts';
import { goToProblem } from './goToProblem.ts';
import type { UploadInput } from './uploadInput.ts';
import { bytesText, delimiterName, formatName, kindName, numberText } from './uploadWords.ts';

const SHOWN_PROBLEMS = 5;
const SHOWN_COLUMNS = 8;

/** All that a user should know before data leaves the machine. */
export interface Review {
  readonly input: UploadInput;
  readonly check: CheckResult;
  readonly format: UploadFormat;
  readonly account: Account;
  readonly targetName: string;
}

/** Shows what would be sent where. True: send it. Where the user looks at a problem instead, nothing is sent. */
export async function reviewUpload(review: Review): Promise<boolean> {
  const { input, check, targetName } = review;
  const [problem] = check.problems;
  const title = notificationText(l10n.t('Upload “{0}” to “{1}”?', input.file.name, targetName));
  const send = l10n.t('Upload');
  const go = l10n.t('Go to Problem');
  const options = { modal: true, detail: detailOf(review) };
  const chosen =
    problem === undefined
      ? await window.showInformationMessage(title, options, send)
      : await window.showWarningMessage(title, options, send, go);
  if (chosen === go && problem !== undefined) {
    await goToProblem(input.uri, problem);
  }
  return chosen === send;
}

function detailOf({ input, check, format, account }: Review): string {
  const { workspace, user } = account;
  const facts = [
    l10n.t('Account: {0}, {1}', plainText(user.email), plainText(workspace.name)),
    l10n.t('Service: {0}', plainText(new URL(account.baseUrl).host)),
    l10n.t('Format: {0}, {1}', kindName(check.kind), formatName(format)),
    l10n.t('Rows: {0}', numberText(check.rows)),
    l10n.t('Columns: {0}', columnsText(check.columns)),
    ...(check.delimiter === undefined ? [] : [l10n.t('Separator: {0}', delimiterName(check.delimiter))]),
    l10n.t('Size: {0}', bytesText(check.byteLength)),
    ...(input.hasUnsavedChanges ? [l10n.t('Unsaved changes are included.')] : []),
  ];
  return [...facts, ...problemLines(check)].join('\n');
}

function columnsText(columns: readonly string[]): string {
  const names = columns.slice(0, SHOWN_COLUMNS).map((name) => plainText(name, 30) || '–');
  const more = columns.length > SHOWN_COLUMNS ? ['…'] : [];
  return columns.length === 0 ? numberText(0) : `${numberText(columns.length)} (${[...names, ...more].join(', ')})`;
}

function problemLines({ problems, problemsOmitted }: CheckResult): readonly string[] {
  const shown = problems.slice(0, SHOWN_PROBLEMS);
  const others = problems.length - shown.length + problemsOmitted.warning;
  return [
    ...(shown.length > 0 ? ['', ...shown.map(problemLine)] : []),
    ...(others > 0 ? [l10n.t('And {0} more.', numberText(others))] : []),
  ];
}
