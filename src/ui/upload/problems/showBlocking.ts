import { l10n } from 'vscode';
import { buttonText, notificationText } from '../../../base/sinkText.ts';
import type { CheckResult } from '../../../data/check/checkResult.ts';
import { showError } from '../../window/notifications.ts';
import { problemLine } from '../../format/problemText.ts';
import { goToProblem } from './goToProblem.ts';
import { blockingProblems } from '../uploadPlan.ts';
import type { UploadInput } from '../inputs/uploadInput.ts';
import { numberText } from '../../format/valueText.ts';

/** Says why nothing is sent, and leads to the first place. Does not wait for the user. */
export function showBlocking(input: UploadInput, result: CheckResult, report: (error: unknown) => void): void {
  const blocking = blockingProblems(result);
  const [first] = blocking;
  if (first === undefined) {
    return;
  }
  const others = blocking.length - 1 + result.problemsOmitted.blocking;
  const message = [
    l10n.t('“{0}” was not uploaded.', input.file.name),
    problemLine(first),
    ...(others === 1 ? [l10n.t('One more problem like this keeps it from being sent.')] : []),
    ...(others > 1 ? [l10n.t('{0} more problems keep it from being sent.', numberText(others))] : []),
  ].join(' ');
  const go = { title: buttonText(l10n.t('Go to Problem')) };
  showError(notificationText(message), go)
    .then((chosen) => (chosen === go ? goToProblem(input.uri, first) : undefined))
    .then(undefined, report);
}
