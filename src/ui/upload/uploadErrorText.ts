import { l10n } from 'vscode';
import { ApiError } from '../../api/apiError.ts';
import type { UploadRefusal } from '../../app/upload/uploadRequest.ts';
import type { SkippedFile } from '../../app/upload/uploadInput.ts';
import { plainText } from '../../base/displayText.ts';
import { fileErrorOf } from '../errors/fileError.ts';
import { UserError } from '../errors/userError.ts';
import { arrivalText, describeFailure } from '../format/failureText.ts';
import { problemLine } from '../format/problemText.ts';
import { numberText } from '../format/valueText.ts';

/** Why a file can't be read or sent, in a sentence for a list. */
export function fileErrorText(error: unknown, fileName: string): string {
  const shown = fileErrorOf(error, fileName);
  if (shown instanceof ApiError) {
    const { what, remedy } = describeFailure(shown.failure);
    return [what, arrivalText(shown) ?? [], remedy].flat().join(' ');
  }
  return shown instanceof UserError
    ? plainText(shown.message)
    : l10n.t('“{0}” could not be read or sent. See the log for details.', plainText(fileName, 80));
}

/** Why a file was skipped, in a sentence for a list. */
export function skippedText({ name, reason }: SkippedFile): string {
  return reason.kind === 'problem' ? problemLine(reason.problem) : fileErrorText(reason.error, name);
}

export function refusalText(refusal: UploadRefusal): string {
  switch (refusal.kind) {
    case 'inFlight':
      return l10n.t('“{0}” is already being uploaded. Wait until that upload finishes.', plainText(refusal.fileName));
    case 'edited':
      return l10n.t(
        'Nothing was uploaded because “{0}” was edited during the review. Upload again.',
        plainText(refusal.fileName),
      );
    case 'tooManyLinks':
      return l10n.t(
        'Nothing was uploaded because {0} files are reached through symbolic links that point outside the folder or to an unknown location. Upload at most {1} of these files at a time so that the review can list each one.',
        refusal.count,
        refusal.most,
      );
    case 'tooManyFiles':
      return l10n.t(
        'Nothing was uploaded: there are {0} files, but at most {1} can be uploaded at a time.',
        numberText(refusal.count),
        refusal.most,
      );
    case 'accountChanged':
      return l10n.t('Nothing was uploaded because this window no longer uses the account. Upload again.');
  }
}

export function signedOutText(fileName: string): string {
  return l10n.t('“{0}” was not uploaded because the account was signed out.', plainText(fileName, 80));
}
