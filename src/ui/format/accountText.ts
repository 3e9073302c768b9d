import { l10n, ThemeIcon } from 'vscode';
import type { KnownAccount } from '../../app/session/accountStore.ts';
import { activeAccount } from '../../app/session/session.ts';
import type { Session } from '../../app/session/session.ts';
import { plainText } from '../../base/displayText.ts';
import { quickPickText } from '../../base/sinkText.ts';
import type { Account } from '../../model/account.ts';
import type { PickItem } from '../window/quickInput.ts';

/** Whose account it is: the email address, or the name if the service returned no address. */
export function userText({ user }: Account): string {
  return plainText(user.email, 80) || plainText(user.fullName, 80) || '–';
}

/** The lines that say which account is used. */
export function accountFacts(account: Account): readonly string[] {
  return [
    l10n.t('Account: {0}, {1}', userText(account), plainText(account.workspace.name)),
    l10n.t('Service: {0}', plainText(new URL(account.baseUrl).host)),
  ];
}

interface AccountItem extends PickItem {
  readonly known: KnownAccount;
}

/** The items of a quick pick, one per account. The active account has a check mark. */
export function accountItems(
  accounts: readonly KnownAccount[],
  session: Pick<Session, 'state'>,
): readonly AccountItem[] {
  const activeId = activeAccount(session)?.id;
  return accounts.map((known) => {
    const { workspace, user, baseUrl, id } = known.account;
    return {
      known,
      label: quickPickText(workspace.name),
      description: quickPickText(user.fullName === '' ? user.email : `${user.fullName} · ${user.email}`),
      detail: quickPickText(baseUrl),
      iconPath: new ThemeIcon(id === activeId ? 'check' : 'account'),
    };
  });
}
