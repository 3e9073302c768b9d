import { FileSystemError, l10n } from 'vscode';
import { plainText } from '../../../base/displayText.ts';
import { BROKEN_LINK } from '../../../data/file/linkTarget.ts';
import { UploadChangedError } from '../../../model/upload.ts';
import { UserError } from '../../errors/userError.ts';

/** What went wrong with a file, in words; any other error as it is. */
export function describeFileError(error: unknown, fileName: string): unknown {
  const words = wordsFor(error, plainText(fileName, 80));
  return words === undefined ? error : new UserError(words, { cause: error });
}

function wordsFor(error: unknown, name: string): string | undefined {
  if (error instanceof UploadChangedError) {
    return l10n.t('“{0}” changed while it was being uploaded, so nothing was loaded. Upload it again.', name);
  }
  switch (codeOf(error)) {
    case 'ENOENT':
    case 'FileNotFound':
      return l10n.t('“{0}” is not there any more.', name);
    case BROKEN_LINK:
      return l10n.t('“{0}” is a symbolic link that leads nowhere.', name);
    case 'EACCES':
    case 'EPERM':
    case 'NoPermissions':
      return l10n.t('“{0}” may not be read. Check its permissions.', name);
    case 'EISDIR':
    case 'FileIsADirectory':
      return l10n.t('“{0}” is no file. Choose files.', name);
    case 'EBUSY':
    case 'EMFILE':
    case 'Unavailable':
      return l10n.t('“{0}” can’t be read at the moment. Close what is using it, then upload it again.', name);
    case 'EIO':
    case 'ESTALE':
    case 'ENOTCONN':
      return l10n.t('“{0}” could not be read: the disk or its network had an error.', name);
    default:
      return undefined;
  }
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof FileSystemError) {
    return error.code;
  }
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
