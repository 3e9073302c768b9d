import { BROKEN_LINK } from '../../data/file/linkTarget.ts';
import { UploadChangedError } from '../../model/upload.ts';

/** Why a file can't be read. `changed`: its content changed since it was checked, and nothing was loaded. */
export type FileFailure = 'changed' | 'missing' | 'brokenLink' | 'noPermission' | 'notAFile' | 'busy' | 'diskError';

/** By the codes of Node and of VS Code's file systems. */
const FAILURES: Readonly<Record<string, FileFailure>> = {
  ENOENT: 'missing',
  FileNotFound: 'missing',
  [BROKEN_LINK]: 'brokenLink',
  EACCES: 'noPermission',
  EPERM: 'noPermission',
  NoPermissions: 'noPermission',
  EISDIR: 'notAFile',
  FileIsADirectory: 'notAFile',
  EBUSY: 'busy',
  EMFILE: 'busy',
  Unavailable: 'busy',
  EIO: 'diskError',
  ESTALE: 'diskError',
  ENOTCONN: 'diskError',
};

/** What an error reports about a file; undefined for any other error. */
export function fileFailureOf(error: unknown): FileFailure | undefined {
  if (error instanceof UploadChangedError) {
    return 'changed';
  }
  return error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    Object.hasOwn(FAILURES, error.code)
    ? FAILURES[error.code]
    : undefined;
}
