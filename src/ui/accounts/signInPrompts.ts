import { commands, l10n } from 'vscode';
import type { KnownAccount } from '../../app/session/accountStore.ts';
import type { SignInPrompts, SubmitOutcome } from '../../app/session/signIn.ts';
import { plainText } from '../../base/displayText.ts';
import { inputText, notificationText, statusBarText } from '../../base/sinkText.ts';
import type { InputText } from '../../base/sinkText.ts';
import { failureSentence } from '../format/failureText.ts';
import { showWarning } from '../window/notifications.ts';
import { showStatusMessage } from '../window/statusBar.ts';
import { showSignInForm } from './signInForm.ts';
import { entryProblemText } from './signInText.ts';

/** `defaultBaseUrl`: what the first box starts with. */
export function createSignInPrompts(defaultBaseUrl: () => string): SignInPrompts {
  return {
    async showForm({ prefill, submit }) {
      await showSignInForm({
        prefill,
        defaultBaseUrl: defaultBaseUrl(),
        submit: async (entry, signal) => problemText(await submit(entry, signal)),
      });
    },
    async showSignedIn(known) {
      announce(known);
      await commands.executeCommand('dataConnections.connections.focus');
    },
  };
}

/** The message under the input box; undefined if the entry was accepted. */
function problemText(outcome: SubmitOutcome): InputText | undefined {
  switch (outcome.kind) {
    case 'signedIn':
      return undefined;
    case 'cancelled':
      return inputText('');
    case 'invalid':
      return inputText(entryProblemText(outcome.problem));
    case 'failed':
      return inputText(failedText(outcome));
  }
}

function failedText({ failure }: Extract<SubmitOutcome, { kind: 'failed' }>): string {
  if (failure === undefined) {
    return l10n.t('An unexpected error occurred. See the log for details.');
  }
  return failure.kind === 'unauthorized'
    ? l10n.t('The service did not accept this key or token. Check it and enter it again.')
    : failureSentence(failure);
}

function announce({ account, isKept }: KnownAccount): void {
  const workspace = plainText(account.workspace.name, 80);
  const person = plainText(account.user.fullName === '' ? account.user.email : account.user.fullName, 80);
  showStatusMessage(statusBarText(l10n.t('Signed in to {0} as {1}', workspace, person)), 5000);
  if (!isKept) {
    void showWarning(
      notificationText(
        l10n.t('The key could not be stored on this machine. You are signed in until this window closes.'),
      ),
    );
  }
}
