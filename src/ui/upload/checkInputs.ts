import { setTimeout as wait } from 'node:timers/promises';
import { CancellationError, l10n, ProgressLocation, window } from 'vscode';
import { notificationText, plainText } from '../../base/displayText.ts';
import type { CheckResult } from '../../data/checkResult.ts';
import type { TextEncodingName } from '../../data/textEncoding.ts';
import { UploadChangedError } from '../../model/uploadChangedError.ts';
import { isCancellation } from '../errors/cancellation.ts';
import { describeFileError } from './describeFileError.ts';
import type { UploadInput } from './uploadInput.ts';

const QUICK_MS = 400;

/** What a check came to, or why there is none. */
export type Checked =
  | { readonly input: UploadInput; readonly check: CheckResult }
  | { readonly input: UploadInput; readonly error: unknown };

/** Told how far the checks are. */
type Report = (message: string) => void;

/**
 * Checks one after another, with progress and a way out where it takes long. Rejects with the cancellation error where the
 * user takes that.
 * @param encoding how to read the bytes, where the user has chosen.
 */
export async function checkInputs(
  inputs: readonly UploadInput[],
  encoding?: TextEncodingName,
): Promise<readonly Checked[]> {
  const cancel = new AbortController();
  let report: Report = () => undefined;
  const checks = checkAll(inputs, { encoding, signal: cancel.signal, report: (message) => report(message) });
  const isQuick = await Promise.race([checks.then(() => true), wait(QUICK_MS, false, { ref: false })]);
  if (isQuick) {
    return checks;
  }
  const [first] = inputs;
  const title =
    inputs.length === 1 && first !== undefined
      ? l10n.t('Checking “{0}”', plainText(first.file.name, 80))
      : l10n.t('Checking {0} files', inputs.length);
  return window.withProgress(
    { location: ProgressLocation.Notification, title: notificationText(title), cancellable: true },
    (progress, token) => {
      report = (message) => progress.report({ message });
      token.onCancellationRequested(() => cancel.abort(new CancellationError()));
      return checks;
    },
  );
}

interface CheckAllOptions {
  readonly encoding: TextEncodingName | undefined;
  readonly signal: AbortSignal;
  readonly report: Report;
}

async function checkAll(
  inputs: readonly UploadInput[],
  { encoding, signal, report }: CheckAllOptions,
): Promise<readonly Checked[]> {
  const checked: Checked[] = [];
  for (const input of inputs) {
    const { name, byteLength } = input.file;
    const which = inputs.length === 1 ? '' : plainText(name, 60);
    report(which);
    const onProgress = (bytes: number) =>
      report([which, l10n.t('{0} %', Math.floor((100 * bytes) / Math.max(1, byteLength)))].filter(Boolean).join(' · '));
    try {
      const check = await input.check({ signal, encoding, onProgress });
      if (check.byteLength !== byteLength) {
        throw new UploadChangedError();
      }
      checked.push({ input, check });
    } catch (error) {
      if (isCancellation(error)) {
        throw error;
      }
      checked.push({ input, error: describeFileError(error, name) });
    }
  }
  return checked;
}
