import * as vscode from 'vscode';
import { plainText } from '../../base/displayText.ts';
import { buttonText, dialogText, titleText } from '../../base/sinkText.ts';
import type { Account } from '../../model/account.ts';
import { accountItems } from './accountItems.ts';
import type { AccountStore } from './accountStore.ts';
import { UserError } from '../errors/userError.ts';
import { askInDialog } from '../window/notifications.ts';
import { pickOne } from '../window/quickInput.ts';
import { removeAccount } from './removeAccount.ts';
import type { Session } from '../../app/session/session.ts';

interface SignOutOptions {
  readonly store: AccountStore;
  readonly session: Session;
  /** Forgets what was remembered about the account besides its secret. */
  readonly forgetHistory: (accountId: string) => unknown;
}

/** Signs out of one account, after asking which, if there are several, and whether. Resolves to whether it did. */
export async function signOut(argument: unknown, { store, session, forgetHistory }: SignOutOptions): Promise<boolean> {
  const account = await chooseAccount(argument, store, session);
  if (!account || !(await confirm(account))) {
    return false;
  }
  try {
    await removeAccount(account.id, { store, forgetHistory });
  } catch (error) {
    throw new UserError(
      vscode.l10n.t(
        'You are signed out in this window, but the key could not be deleted from the secret storage. Reload the window and sign out again.',
      ),
      { cause: error },
    );
  }
  return true;
}

async function chooseAccount(argument: unknown, store: AccountStore, { state }: Session): Promise<Account | undefined> {
  const named = typeof argument === 'string' ? store.find(argument) : undefined;
  const [first, ...others] = store.all;
  if (named || others.length === 0) {
    return (named ?? first)?.account;
  }
  const activeId = state.kind === 'signedIn' ? state.account.id : undefined;
  const chosen = await pickOne(accountItems(store.all, activeId), {
    title: titleText(vscode.l10n.t('Sign Out')),
    placeHolder: titleText(vscode.l10n.t('Which account?')),
  });
  return chosen?.known.account;
}

async function confirm({ workspace, user }: Account): Promise<boolean> {
  const question = vscode.l10n.t('Sign out of {0} ({1})?', plainText(workspace.name, 80), plainText(user.email, 80));
  const detail = vscode.l10n.t('Its key and the history of its jobs are removed from this machine.');
  const chosen = await askInDialog({ message: dialogText(question), detail: dialogText(detail), isWarning: true }, [
    { title: buttonText(vscode.l10n.t('Sign Out')) },
  ]);
  return chosen !== undefined;
}
