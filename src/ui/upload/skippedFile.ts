import { l10n } from 'vscode';
import { ApiError } from '../../api/apiError.ts';
import { plainText } from '../../base/displayText.ts';
import { failureSentence } from '../format/failureText.ts';
import { UserError } from '../errors/userError.ts';

/** A file that was not even tried, and why. */
export interface SkippedFile {
  readonly name: string;
  readonly reason: string;
}

/** Why something could not be read or sent, in a sentence for a list. */
export function reasonText(error: unknown): string {
  if (error instanceof ApiError) {
    return failureSentence(error.failure);
  }
  return error instanceof UserError ? plainText(error.message) : l10n.t('It could not be read. The log says more.');
}
