import { l10n } from 'vscode';
import { fileFailureOf } from '../../app/upload/fileFailure.ts';
import type { FileFailure } from '../../app/upload/fileFailure.ts';
import { plainText } from '../../base/displayText.ts';
import { UserError } from './userError.ts';

/** The error to show for a file that can't be read or sent: a `UserError` if the cause is known, otherwise the error itself. */
export function fileErrorOf(error: unknown, fileName: string): unknown {
  const failure = fileFailureOf(error);
  return failure === undefined
    ? error
    : new UserError(fileFailureText(failure, plainText(fileName, 80)), { cause: error });
}

function fileFailureText(failure: FileFailure, name: string): string {
  switch (failure) {
    case 'changed':
      return l10n.t('“{0}” changed after it was checked, so nothing was loaded. Upload it again.', name);
    case 'deleted':
      return l10n.t(
        '“{0}” was deleted or moved after it was checked, so nothing was loaded. Restore it, then upload it again.',
        name,
      );
    case 'missing':
      return l10n.t('“{0}” no longer exists. Restore it, or choose another file.', name);
    case 'brokenLink':
      return l10n.t('“{0}” is a broken symbolic link. Repair it, or choose the file itself.', name);
    case 'brokenArchive':
      return l10n.t('“{0}” is damaged or incomplete, so it can’t be decompressed. Compress the data again.', name);
    case 'oversizedArchive':
      return l10n.t(
        '“{0}” becomes too large when it is decompressed. Extract it, then upload the extracted file.',
        name,
      );
    case 'noPermission':
      return l10n.t('You do not have permission to read “{0}”. Check its permissions.', name);
    case 'notAFile':
      return l10n.t('“{0}” is not a file. Select files instead.', name);
    case 'busy':
      return l10n.t('“{0}” can’t be read at the moment. Close the programs that use it, then try again.', name);
    case 'diskError':
      return l10n.t(
        '“{0}” could not be read because of a disk or network error. Check the disk or the network, then try again.',
        name,
      );
  }
}
