import { l10n } from 'vscode';
import { plainText } from '../../../base/displayText.ts';
import type { UploadIntents } from '../../../jobs/store/uploadIntents.ts';
import type { Session } from '../../../app/session/session.ts';
import { UserError } from '../../errors/userError.ts';
import type { UploadInput } from '../inputs/uploadInput.ts';

/** Throws before anything is checked or asked where a window is sending one of these now. */
export function throwIfInFlight(inputs: readonly UploadInput[], { state }: Session, intents: UploadIntents): void {
  for (const { uri, file } of inputs) {
    if (state.kind === 'signedIn' && intents.isInFlight(state.account.id, uri.toString())) {
      throw alreadyUploading(file.name);
    }
  }
}

/** Why a file is not sent while it, or the same content, is being sent by this window or another. */
export function alreadyUploading(fileName: string): UserError {
  return new UserError(l10n.t('“{0}” is already being uploaded. Wait until that upload ends.', plainText(fileName)));
}
