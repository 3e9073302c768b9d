import { setTimeout as wait } from 'node:timers/promises';
import { CancellationError, l10n, ProgressLocation, window } from 'vscode';
import { notificationText } from '../../base/displayText.ts';
import type { CheckResult } from '../../data/checkResult.ts';
import type { UploadInput } from './uploadInput.ts';

const QUICK_MS = 400;

/** Checks, with progress and a way out where it takes long. Rejects with the cancellation error where the user takes that. */
export async function checkInput(input: UploadInput): Promise<CheckResult> {
  const cancel = new AbortController();
  const check = input.check(cancel.signal);
  const isQuick = await Promise.race([check.then(() => true), wait(QUICK_MS, false, { ref: false })]);
  if (isQuick) {
    return check;
  }
  const title = notificationText(l10n.t('Checking “{0}”', input.file.name));
  return window.withProgress({ location: ProgressLocation.Notification, title, cancellable: true }, (_, token) => {
    token.onCancellationRequested(() => cancel.abort(new CancellationError()));
    return check;
  });
}
