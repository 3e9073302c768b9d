import { errorCode, isMissingFile } from '../../base/errorCode.ts';
import { BROKEN_LINK } from '../../data/file/linkTarget.ts';
import { BROKEN_ARCHIVE, OVERSIZED_ARCHIVE } from '../../data/gzip/gunzip.ts';
import { FileChangedError } from '../../model/upload.ts';

/**
 * Why a file can't be read. `changed` and `deleted`: its content changed since it was checked, or it no longer exists, and nothing was
 * loaded.
 */
export type FileFailure =
  | 'changed'
  | 'deleted'
  | 'missing'
  | 'brokenLink'
  | 'brokenArchive'
  | 'oversizedArchive'
  | 'noPermission'
  | 'notAFile'
  | 'busy'
  | 'diskError';

/** By the codes of Node and of VS Code's file systems. Without those of a missing file, see `isMissingFile`. */
const FAILURES: Readonly<Record<string, FileFailure>> = {
  [BROKEN_LINK]: 'brokenLink',
  [BROKEN_ARCHIVE]: 'brokenArchive',
  [OVERSIZED_ARCHIVE]: 'oversizedArchive',
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

/** The cause of a file error; undefined for any other error. */
export function fileFailureOf(error: unknown): FileFailure | undefined {
  if (error instanceof FileChangedError) {
    return error.isDeleted ? 'deleted' : 'changed';
  }
  if (isMissingFile(error)) {
    return 'missing';
  }
  const code = errorCode(error);
  return code !== undefined && Object.hasOwn(FAILURES, code) ? FAILURES[code] : undefined;
}
