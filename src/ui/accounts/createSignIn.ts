import { commands, l10n } from 'vscode';
import type { KnownAccount } from '../../app/session/accountStore.ts';
import { SignIn } from '../../app/session/signIn.ts';
import type { SignInOptions, SignInPrompts } from '../../app/session/signIn.ts';
import { plainText } from '../../base/displayText.ts';
import { notificationText, statusBarText } from '../../base/sinkText.ts';
import { CONNECTIONS_VIEW } from '../manifestIds.ts';
import { showWarning } from '../window/notifications.ts';
import { showStatusMessage } from '../window/statusBar.ts';
import { sessionWarningText } from './sessionText.ts';

interface CreateOptions extends Omit<SignInOptions, 'prompts'> {
  /** What the first box starts with. */
  readonly defaultBaseUrl: () => string;
}

/** Signing in with the form. Loaded when it is first used. */
export function createSignIn({ defaultBaseUrl, ...options }: CreateOptions): SignIn {
  return new SignIn({ ...options, prompts: createPrompts(defaultBaseUrl) });
}

function createPrompts(defaultBaseUrl: () => string): SignInPrompts {
  return {
    async showForm({ prefill, submit }) {
      const [{ showSignInForm }, { submitProblemText }] = await Promise.all([
        import('./signInForm.ts'),
        import('./signInText.ts'),
      ]);
      await showSignInForm({
        prefill,
        defaultBaseUrl: defaultBaseUrl(),
        submit: async (entry, signal) => submitProblemText(await submit(entry, signal), entry.method),
      });
    },
    async showSignedIn(known) {
      announce(known);
      await commands.executeCommand(`${CONNECTIONS_VIEW}.focus`);
    },
  };
}

function announce({ account, isStored }: KnownAccount): void {
  const workspace = plainText(account.workspace.name, 80);
  const person = plainText(account.user.fullName === '' ? account.user.email : account.user.fullName, 80);
  showStatusMessage(statusBarText(l10n.t('Signed in to “{0}” as {1}', workspace, person)), 5000);
  if (!isStored) {
    void showWarning(notificationText(sessionWarningText({ kind: 'notStored' })));
  }
}
