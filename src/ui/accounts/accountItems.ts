import * as vscode from 'vscode';
import { iconSafeText } from '../../base/displayText.ts';
import type { KnownAccount } from './accountStore.ts';

interface AccountItem extends vscode.QuickPickItem {
  readonly known: KnownAccount;
}

/** One line a workspace, the active one marked, as every list of accounts shows them. */
export function accountItems(accounts: readonly KnownAccount[], activeId: string | undefined): readonly AccountItem[] {
  return accounts.map((known) => {
    const { workspace, user, baseUrl, id } = known.account;
    return {
      known,
      label: iconSafeText(workspace.name),
      description: iconSafeText(user.fullName === '' ? user.email : `${user.fullName} · ${user.email}`),
      detail: iconSafeText(baseUrl),
      iconPath: new vscode.ThemeIcon(id === activeId ? 'check' : 'account'),
    };
  });
}
