import * as vscode from 'vscode';
import { quickPickText } from '../../base/sinkText.ts';
import type { PickItem } from '../window/quickInput.ts';
import type { KnownAccount } from './accountStore.ts';

interface AccountItem extends PickItem {
  readonly known: KnownAccount;
}

/** One line a workspace, the active one marked, as every list of accounts shows them. */
export function accountItems(accounts: readonly KnownAccount[], activeId: string | undefined): readonly AccountItem[] {
  return accounts.map((known) => {
    const { workspace, user, baseUrl, id } = known.account;
    return {
      known,
      label: quickPickText(workspace.name),
      description: quickPickText(user.fullName === '' ? user.email : `${user.fullName} · ${user.email}`),
      detail: quickPickText(baseUrl),
      iconPath: new vscode.ThemeIcon(id === activeId ? 'check' : 'account'),
    };
  });
}
