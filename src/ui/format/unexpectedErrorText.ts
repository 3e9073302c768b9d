import { l10n } from 'vscode';

export function unexpectedErrorText(): string {
  return l10n.t('An unexpected error occurred. See the log for details.');
}
