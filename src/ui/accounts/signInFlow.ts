import * as vscode from 'vscode';
import { ApiError } from '../../api/apiError.ts';
import type { ServiceClient } from '../../api/serviceClient.ts';
import { plainText } from '../../base/displayText.ts';
import type { Logger } from '../../base/logger.ts';
import { inputText, notificationText, statusBarText } from '../../base/sinkText.ts';
import type { InputText } from '../../base/sinkText.ts';
import type { Credential } from '../../model/account.ts';
import { isCancellation } from '../errors/cancellation.ts';
import { failureSentence } from '../format/failureText.ts';
import { UserError } from '../errors/userError.ts';
import type { Settings } from '../settings.ts';
import { showWarning } from '../window/notifications.ts';
import { showStatusMessage } from '../window/statusBar.ts';
import type { AccountStore, KnownAccount } from './accountStore.ts';
import { signIn } from './signIn.ts';
import { prefillOf, readPrefill } from './signInEntry.ts';
import type { SignInEntry, SignInPrefill } from './signInEntry.ts';
import { showSignInForm } from './signInForm.ts';
import type { WindowSession } from './windowSession.ts';

interface SignInFlowOptions {
  readonly store: AccountStore;
  readonly session: WindowSession;
  /** A client that sends this credential to this address. */
  readonly createClient: (baseUrl: string, credential: () => Promise<Credential>) => ServiceClient;
  /** Told the secret before it is tried, so that no output can show it. */
  readonly hide: (secret: string) => unknown;
  readonly settings: () => Settings;
  readonly log: Logger;
}

/** From the first question to the view that opens. */
export class SignInFlow {
  readonly #options: SignInFlowOptions;

  constructor(options: SignInFlowOptions) {
    this.#options = options;
  }

  /** The command: filled in by its argument, else with the account whose secret the service no longer takes. */
  run(argument: unknown): Promise<boolean> {
    const refused = this.#options.session.refusedAccount;
    return this.ask(argument === undefined && refused ? prefillOf(refused) : readPrefill(argument));
  }

  /** Asks for a new secret of this window's account; for everything where there is none. */
  askAgain(): Promise<boolean> {
    const { state } = this.#options.session;
    return this.ask(state.kind === 'signedIn' ? prefillOf(state.account) : {});
  }

  /** Asks for an account, signs in to it and opens the view. Resolves to whether anybody signed in. */
  async ask(prefill: SignInPrefill = {}): Promise<boolean> {
    let known: KnownAccount | undefined;
    await showSignInForm({
      prefill,
      defaultBaseUrl: this.#options.settings().defaultBaseUrl,
      submit: async (entry, signal) => {
        try {
          known = await this.signIn(entry, signal);
          return undefined;
        } catch (error) {
          return problemText(error, this.#options.log);
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

  /** Signs in with what was entered, without a question. Throws as `signIn` does. */
  signIn(entry: SignInEntry, signal?: AbortSignal): Promise<KnownAccount> {
    const { store, session, createClient, hide } = this.#options;
    return signIn(
      entry,
      {
        store,
        hide,
        use: (known) => session.use(known),
        createClient: (baseUrl, credential) => createClient(baseUrl, () => Promise.resolve(credential)),
      },
      signal,
    );
  }
}

/** For the line under the box, where the user can mend the entry at once. */
function problemText(error: unknown, log: Logger): InputText {
  if (isCancellation(error)) {
    return inputText('');
  }
  log.warn(`Sign-in failed: ${String(error)}`);
  if (error instanceof UserError) {
    return inputText(error.message);
  }
  if (!(error instanceof ApiError)) {
    return inputText(vscode.l10n.t('Something went wrong. The log says more.'));
  }
  return inputText(
    error.failure.kind === 'unauthorized'
      ? vscode.l10n.t('The service did not accept it. Check it and enter it again.')
      : failureSentence(error.failure),
  );
}

function announce({ account, isKept }: KnownAccount): void {
  const workspace = plainText(account.workspace.name, 80);
  const person = plainText(account.user.fullName === '' ? account.user.email : account.user.fullName, 80);
  showStatusMessage(statusBarText(vscode.l10n.t('Signed in to {0} as {1}', workspace, person)), 5000);
  if (!isKept) {
    void showWarning(
      notificationText(
        vscode.l10n.t('The key could not be stored on this machine. You are signed in until this window closes.'),
      ),
    );
  }
}
