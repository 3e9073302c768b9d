import { l10n } from 'vscode';
import { buttonText, dialogText } from '../../base/sinkText.ts';
import { askInDialog } from '../window/notifications.ts';

/** Offers to sign in for an upload; resolves to whether the user did. */
export async function offerSignIn(fileName: string, signIn: () => Promise<boolean>): Promise<boolean> {
  const signInNow = { title: buttonText(l10n.t('Sign In…')) };
  const message = dialogText(l10n.t('Sign in to upload “{0}”.', fileName));
  const chosen = await askInDialog({ message, isWarning: false }, [signInNow]);
  return chosen === signInNow && (await signIn());
}
