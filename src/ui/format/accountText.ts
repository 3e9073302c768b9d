import { l10n } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import type { Account } from '../../model/account.ts';

/** The lines that say which account is used. */
export function accountFacts({ workspace, user, baseUrl }: Account): readonly string[] {
  return [
    l10n.t('Account: {0}, {1}', plainText(user.email), plainText(workspace.name)),
    l10n.t('Service: {0}', plainText(new URL(baseUrl).host)),
  ];
}
