import { ApiError } from '../../api/apiError.ts';
import { fileFailureOf } from '../../app/upload/fileFailure.ts';
import type { SkippedFile } from '../../app/upload/uploadInput.ts';
import type { UploadNotice } from '../../app/upload/uploadPrompts.ts';
import type { Logger } from '../../base/logger.ts';
import { logError } from '../errors/reportError.ts';
import { UserError } from '../errors/userError.ts';

const logged = new WeakSet<Error>();

/** Logs the unexpected errors among these, for which the user is referred to the log. Logs each once, although several places show it. */
export function logUnexpected(errors: readonly unknown[], log: Logger): void {
  for (const error of errors.filter(isUnexpected)) {
    if (!(error instanceof Error)) {
      logError(error, log);
    } else if (!logged.has(error)) {
      logged.add(error);
      logError(error, log);
    }
  }
}

function isUnexpected(error: unknown): boolean {
  const isExpected = error instanceof ApiError || error instanceof UserError || fileFailureOf(error) !== undefined;
  return error !== undefined && !isExpected;
}

/** The errors that a notice shows. */
export function errorsIn(notice: UploadNotice): readonly unknown[] {
  switch (notice.kind) {
    case 'unknown':
      return [notice.error];
    case 'summary':
      return [
        ...errorsOfSkipped(notice.skipped),
        ...notice.results.map((result) => (result.kind === 'failed' ? result.error : undefined)),
      ];
    case 'blocked':
    case 'accepted':
    case 'cancelled':
    case 'noCopy':
      return [];
  }
}

export function errorsOfSkipped(skipped: readonly SkippedFile[]): readonly unknown[] {
  return skipped.map(({ reason }) => (reason.kind === 'error' ? reason.error : undefined));
}
