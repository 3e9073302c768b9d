import { l10n } from 'vscode';
import type { SessionWarning } from '../../app/session/session.ts';
import type { SessionPrompts } from '../../app/session/windowSession.ts';
import { plainText } from '../../base/displayText.ts';
import { buttonText, dialogText, notificationText } from '../../base/sinkText.ts';
import type { Account } from '../../model/account.ts';
import { askInDialog, showWarning } from '../window/notifications.ts';

/** One or two sentences about the account. They may contain text from the service. */
export function sessionWarningText(warning: SessionWarning): string {
  switch (warning.kind) {
    case 'demo':
      return l10n.t(
        'This is a demo with sample data. It ends when you leave it or close the window, and nothing is kept.',
      );
    case 'notStored':
      return l10n.t('The key could not be stored on this machine. You are signed in until this window closes.');
    case 'unsupportedVersion':
      return l10n.t(
        'The service uses API version {0}. This extension supports version 1. Update the extension.',
        plainText(warning.version, 40),
      );
    case 'foreignWorkspace':
      return foreignWorkspaceText(warning.foreign, warning.account);
  }
}

export const sessionPrompts: SessionPrompts = {
  async confirmForeignWorkspace(foreign, account) {
    const chosen = await askInDialog(
      {
        message: dialogText(foreignWorkspaceText(foreign, account)),
        detail: dialogText(l10n.t('If you continue, the job runs in that workspace.')),
        isWarning: true,
      },
      [{ title: buttonText(l10n.t('Continue Anyway')) }],
    );
    return chosen !== undefined;
  },

  warnForeignWorkspace(foreign, account) {
    const message = foreignWorkspaceText(foreign, account);
    void showWarning(
      notificationText(
        l10n.t('{0} You will be asked for confirmation before anything is started or sent there.', message),
      ),
    );
  },
};

function foreignWorkspaceText(foreign: string, { workspace }: Account): string {
  return l10n.t(
    'Responses come from workspace “{0}”, but you signed in to “{1}” ({2}).',
    plainText(foreign, 80),
    plainText(workspace.name, 80),
    plainText(workspace.identifier, 80),
  );
}
