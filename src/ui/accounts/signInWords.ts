import { l10n } from 'vscode';
import type { BaseUrlProblem } from '../../api/baseUrl.ts';
import type { AuthMethod } from '../../model/account.ts';
import type { SecretProblem } from './secretText.ts';

export function describeBaseUrlProblem(problem: BaseUrlProblem): string {
  switch (problem) {
    case 'empty':
      return l10n.t('Enter the base URL of the service.');
    case 'notAUrl':
      return l10n.t('This is not a URL. It starts with https://');
    case 'scheme':
      return l10n.t('The base URL starts with https://');
    case 'httpNotLoopback':
      return l10n.t('Use https://. Plain http:// would send the key readable to all, and works for this machine only.');
    case 'userInfo':
      return l10n.t('Leave out the user name and password before the @. The key is asked for next.');
    case 'queryOrHash':
      return l10n.t('Leave out everything from the ? or # on.');
  }
}

export function describeSecretProblem(problem: SecretProblem, method: AuthMethod): string {
  switch (problem.kind) {
    case 'empty':
      return method === 'bearer' ? l10n.t('Enter the access token.') : l10n.t('Enter the API key.');
    case 'lineBreak':
      return l10n.t('There is a line break in it. Paste it as one line.');
    case 'unsendable':
      return l10n.t("There is a character in it that can't be sent: {0}. Copy it again.", problem.codePoint);
  }
}

export function describeMethod(method: AuthMethod): { readonly label: string; readonly detail: string } {
  switch (method) {
    case 'apiKey':
      return { label: l10n.t('API key'), detail: l10n.t("Generated in the service's task pane.") };
    case 'bearer':
      return { label: l10n.t('Access token'), detail: l10n.t("Given by the service's own authentication.") };
    case 'basic':
      return { label: l10n.t('E-mail and API key'), detail: l10n.t('Sent together, as Basic authentication.') };
  }
}

export function describeEmailProblem(): string {
  return l10n.t('Enter the e-mail address that the key belongs to.');
}
