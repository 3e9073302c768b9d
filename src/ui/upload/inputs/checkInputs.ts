import { l10n } from 'vscode';
import { plainText } from '../../../base/displayText.ts';
import { progressText } from '../../../base/sinkText.ts';
import type { CheckResult } from '../../../data/check/checkResult.ts';
import type { TextEncodingName } from '../../../model/upload.ts';
import { UploadChangedError } from '../../../model/upload.ts';
import { isCancellation } from '../../errors/userError.ts';
import { withProgressIfSlow } from '../../window/progress.ts';
import { describeFileError } from './describeFileError.ts';
import type { UploadInput } from './uploadInput.ts';

/** What a check came to, or why there is none. */
export type Checked =
  | { readonly input: UploadInput; readonly check: CheckResult }
  | { readonly input: UploadInput; readonly error: unknown };

/**
 * Checks one after another, with progress and a way out where it takes long. Rejects with the cancellation error where the
 * user takes that.
 * @param encoding how to read the bytes, where the user has chosen.
 */
export async function checkInputs(
  inputs: readonly UploadInput[],
  encoding?: TextEncodingName,
): Promise<readonly Checked[]> {
  return withProgressIfSlow(progressText(titleOf(inputs)), async ({ signal, report }) => {
    const checked: Checked[] = [];
    for (const input of inputs) {
      const { name, byteLength } = input.file;
      const which = inputs.length === 1 ? '' : plainText(name, 60);
      report(progressText(which));
      const onProgress = (bytes: number) =>
        report(
          progressText(
            [which, l10n.t('{0} %', Math.floor((100 * bytes) / Math.max(1, byteLength)))].filter(Boolean).join(' · '),
          ),
        );
      checked.push(await checkInput(input, { signal, encoding, onProgress }));
    }
    return checked;
  });
}

async function checkInput(input: UploadInput, options: Parameters<UploadInput['check']>[0]): Promise<Checked> {
  const { name, byteLength } = input.file;
  try {
    const check = await input.check(options);
    if (check.byteLength !== byteLength) {
      throw new UploadChangedError();
    }
    return { input, check };
  } catch (error) {
    if (isCancellation(error)) {
      throw error;
    }
    return { input, error: describeFileError(error, name) };
  }
}

function titleOf(inputs: readonly UploadInput[]): string {
  const [first] = inputs;
  return inputs.length === 1 && first !== undefined
    ? l10n.t('Checking “{0}”', plainText(first.file.name, 80))
    : l10n.t('Checking {0} files', inputs.length);
}
