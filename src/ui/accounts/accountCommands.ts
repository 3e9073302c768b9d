import * as vscode from 'vscode';
import type { AccountStore, KnownAccount } from '../../app/session/accountStore.ts';
import type { Session } from '../../app/session/session.ts';
import { signOut } from '../../app/session/signOut.ts';
import type { HistoryChoice } from '../../app/session/signOut.ts';
import type { WindowSession } from '../../app/session/windowSession.ts';
import { plainText } from '../../base/displayText.ts';
import { buttonText, dialogText, quickPickText, titleText } from '../../base/sinkText.ts';
import type { Account } from '../../model/account.ts';
import { readAccount } from '../commands/commandTargets.ts';
import { UserError } from '../errors/userError.ts';
import { accountItems, userText } from '../format/accountText.ts';
import { askInDialog } from '../window/notifications.ts';
import { pickOne } from '../window/quickInput.ts';
import { createEraseAccountData } from './eraseAccountData.ts';
import type { AccountData } from './eraseAccountData.ts';

interface ChooseOptions {
  readonly store: Pick<AccountStore, 'all'>;
  readonly session: Pick<Session, 'state'>;
}

interface SwitchOptions extends ChooseOptions {
  readonly session: Pick<WindowSession, 'state' | 'use'>;
  readonly signIn: () => Promise<unknown>;
}

/** Switches the window to the account with this ID. Without an ID, the user chooses an account or signs in to another one. */
export async function switchAccount(accountId: unknown, options: SwitchOptions): Promise<void> {
  const named = readAccount(accountId, options.store);
  const chosen = named ?? (await chooseAccountToUse(options));
  if (chosen === 'another') {
    await options.signIn();
  } else if (chosen) {
    await options.session.use(chosen);
  }
}

/** Asks which account the window should use. Resolves to `another` for one that is not signed in yet. */
async function chooseAccountToUse({ store, session }: ChooseOptions): Promise<KnownAccount | 'another' | undefined> {
  const another = {
    label: quickPickText(vscode.l10n.t('Sign In to Another Account…')),
    iconPath: new vscode.ThemeIcon('add'),
    known: 'another' as const,
  };
  const chosen = await pickOne([...accountItems(store.all, session), another], {
    title: titleText(vscode.l10n.t('Switch Account')),
    placeHolder: titleText(vscode.l10n.t('Select the account for this window')),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return chosen?.known;
}

interface SignOutOptions extends ChooseOptions {
  readonly store: AccountStore;
  readonly data: AccountData;
}

/** Signs out of the account with this ID. Without an ID, the user chooses the account. Resolves to whether the user signed out. */
export async function signOutOf(accountId: unknown, { store, session, data }: SignOutOptions): Promise<boolean> {
  const named = readAccount(accountId, store);
  const chooseAccount = async (): Promise<Account | undefined> => {
    const chosen = await pickOne(accountItems(store.all, session), {
      title: titleText(vscode.l10n.t('Sign Out')),
      placeHolder: titleText(vscode.l10n.t('Select an account')),
      matchOnDescription: true,
      matchOnDetail: true,
    });
    return chosen?.known.account;
  };
  const outcome = await signOut(named, {
    store,
    eraseData: createEraseAccountData(data),
    prompts: { chooseAccount, confirm: confirmSignOut },
  });
  if (outcome.kind === 'incomplete') {
    const { secretError, dataError } = outcome;
    const messages = [
      ...(secretError === undefined
        ? []
        : [
            vscode.l10n.t(
              'You are signed out, but the key could not be deleted from the secret storage. Reload the window to try again.',
            ),
          ]),
      ...(dataError instanceof UserError ? [dataError.message] : []),
    ];
    throw messages.length === 0 ? dataError : new UserError(messages.join(' '), { cause: secretError ?? dataError });
  }
  return outcome.kind === 'signedOut';
}

async function confirmSignOut(account: Account): Promise<HistoryChoice | undefined> {
  const question = vscode.l10n.t('Sign out of “{0}” ({1})?', plainText(account.workspace.name, 80), userText(account));
  const detail = dialogText(
    vscode.l10n.t(
      'Sign Out removes what is kept for the account on this machine: the key, the history, the favorites, fingerprints and copies of uploads, and confirmations.',
    ),
    vscode.l10n.t(
      'Sign Out and Keep History keeps only the history and the favorites. They are shown again when you sign in to this account.',
    ),
    vscode.l10n.t('Any upload in progress will be stopped.'),
  );
  const chosen = await askInDialog({ message: dialogText(question), detail, isWarning: true }, [
    { title: buttonText(vscode.l10n.t('Sign Out')), choice: 'erase' as const },
    { title: buttonText(vscode.l10n.t('Sign Out and Keep History')), choice: 'keep' as const },
  ]);
  return chosen?.choice;
}
