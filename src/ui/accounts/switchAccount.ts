import * as vscode from 'vscode';
import { quickPickText, titleText } from '../../base/sinkText.ts';
import { pickOne } from '../window/quickInput.ts';
import { accountItems } from './accountItems.ts';
import type { AccountStore, KnownAccount } from './accountStore.ts';
import type { Session } from '../../app/session/session.ts';

interface SwitchAccountOptions {
  readonly store: AccountStore;
  readonly session: Session;
  readonly use: (account: KnownAccount) => Promise<void>;
  readonly signIn: () => unknown;
}

/** Makes another account this window's: the one named by its id, else the one picked, else one newly signed in to. */
export async function switchAccount(argument: unknown, options: SwitchAccountOptions): Promise<void> {
  const { store, session, use, signIn } = options;
  const named = typeof argument === 'string' ? store.find(argument) : undefined;
  if (named) {
    return use(named);
  }
  const activeId = session.state.kind === 'signedIn' ? session.state.account.id : undefined;
  const another = {
    label: quickPickText(vscode.l10n.t('Sign in to another…')),
    iconPath: new vscode.ThemeIcon('add'),
    known: undefined,
  };
  const chosen = await pickOne([...accountItems(store.all, activeId), another], {
    title: titleText(vscode.l10n.t('Switch Account')),
    placeHolder: titleText(vscode.l10n.t('Which account should this window use?')),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen?.known) {
    await use(chosen.known);
  } else if (chosen) {
    await signIn();
  }
}
