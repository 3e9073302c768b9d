import { l10n } from 'vscode';
import type { SyncQuestion } from '../../app/tasks/taskContext.ts';
import { plainText } from '../../base/displayText.ts';
import { buttonText, dialogText } from '../../base/sinkText.ts';
import { accountFacts } from '../format/accountText.ts';
import { askInDialog } from '../window/notifications.ts';

/** Asks whether tasks may sync a connection. */
export async function confirmTaskSync({ account, entityId, name }: SyncQuestion): Promise<boolean> {
  const allow = { title: buttonText(l10n.t('Start Sync')) };
  const chosen = await askInDialog(
    {
      message: dialogText(l10n.t('Start a sync of “{0}”?', plainText(name, 80))),
      detail: dialogText(
        l10n.t('A task specifies this connection.'),
        '',
        ...accountFacts(account),
        l10n.t('Entity ID: {0}', plainText(entityId)),
        '',
        l10n.t('From now on, tasks will sync this connection without asking again.'),
      ),
      isWarning: false,
    },
    [allow],
  );
  return chosen === allow;
}
