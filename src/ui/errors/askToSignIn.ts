import { l10n } from 'vscode';
import { buttonText, dialogText } from '../../base/sinkText.ts';
import { askInDialog } from '../window/notifications.ts';

/** Says in a dialog what the user has to sign in for, and signs in if they want to. Resolves to whether they did. */
export async function askToSignIn(message: string, signIn: () => Promise<boolean>): Promise<boolean> {
  const signInNow = { title: buttonText(l10n.t('Sign In…')) };
  const chosen = await askInDialog({ message: dialogText(message), isWarning: false }, [signInNow]);
  return chosen === signInNow && (await signIn());
}
