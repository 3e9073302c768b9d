import * as vscode from 'vscode';
import { ApiError } from '../../api/apiError.ts';
import { iconSafeText } from '../../base/displayText.ts';
import type { Logger } from '../../base/logger.ts';
import { isCancellation } from '../errors/cancellation.ts';
import { failureSentence } from '../errors/describeFailure.ts';
import { UserError } from '../errors/userError.ts';
import type { Settings } from '../settings.ts';
import type { KnownAccount } from './accountStore.ts';
import { readPrefill } from './signInEntry.ts';
import type { SignInEntry } from './signInEntry.ts';
import { showSignInForm } from './signInForm.ts';

interface SignInCommandOptions {
  readonly signIn: (entry: SignInEntry, signal?: AbortSignal) => Promise<KnownAccount>;
  readonly settings: () => Settings;
  readonly log: Logger;
}

/** Asks for an account, signs in to it and opens the view. Resolves to whether anybody signed in. */
export async function runSignIn(argument: unknown, { signIn, settings, log }: SignInCommandOptions): Promise<boolean> {
  let known: KnownAccount | undefined;
  await showSignInForm({
    prefill: readPrefill(argument),
    defaultBaseUrl: settings().defaultBaseUrl,
    submit: async (entry, signal) => {
      try {
        known = await signIn(entry, signal);
        return undefined;
      } catch (error) {
        return problemText(error, log);
      }
    },
  });
  if (!known) {
    return false;
  }
  announce(known);
  await vscode.commands.executeCommand('dataConnections.connections.focus');
  return true;
}

/** For the line under the box, where the user can mend the entry at once. */
function problemText(error: unknown, log: Logger): string {
  if (isCancellation(error)) {
    return '';
  }
  log.warn(`Sign-in failed: ${String(error)}`);
  if (error instanceof UserError) {
    return error.message;
  }
  if (!(error instanceof ApiError)) {
    return vscode.l10n.t('Something went wrong. The log says more.');
  }
  return error.failure.kind === 'unauthorized'
    ? vscode.l10n.t('The service did not accept it. Check it and enter it again.')
    : iconSafeText(failureSentence(error.failure), 400);
}

function announce({ account, isKept }: KnownAccount): void {
  const workspace = iconSafeText(account.workspace.name);
  const person = iconSafeText(account.user.fullName === '' ? account.user.email : account.user.fullName);
  vscode.window.setStatusBarMessage(vscode.l10n.t('Signed in to {0} as {1}', workspace, person), 5000);
  if (!isKept) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('The key could not be stored on this machine. You are signed in until this window closes.'),
    );
  }
}
