import { l10n } from 'vscode';
import type { Account } from '../../model/account.ts';

/** The message after a cURL command was copied, with the environment variables that it needs. */
export function copiedCurlText({ method }: Pick<Account, 'method'>): string {
  return method === 'basic'
    ? l10n.t('Copied. Set DATA_CONNECTIONS_EMAIL and DATA_CONNECTIONS_KEY before you run it.')
    : l10n.t('Copied. Set DATA_CONNECTIONS_KEY before you run it.');
}
