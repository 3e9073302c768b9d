import { l10n, window } from 'vscode';
import { plainText } from '../../base/displayText.ts';

/** Offers to sign in for an upload; resolves to whether the user did. */
export async function offerSignIn(fileName: string, signIn: () => Promise<boolean>): Promise<boolean> {
  const signInNow = l10n.t('Sign In…');
  const message = l10n.t('Sign in to upload “{0}”.', plainText(fileName));
  const chosen = await window.showInformationMessage(message, { modal: true }, signInNow);
  return chosen === signInNow && (await signIn());
}
