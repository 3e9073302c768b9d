import { l10n } from 'vscode';
import { rejectUnusableEntityId } from '../../api/ids.ts';
import { curlForStatus, curlForSync } from '../../app/curl/curlCommands.ts';
import type { Session } from '../../app/session/session.ts';
import { statusBarText } from '../../base/sinkText.ts';
import { readJobOrConnection, requireAccount } from '../commands/commandTargets.ts';
import { UserError } from '../errors/userError.ts';
import { copiedCurlText } from '../format/curlText.ts';
import { copyText } from '../window/statusBar.ts';

/**
 * Copies the request that starts a sync of the connection, or the status request of the job, that the command was called on. Throws an
 * `ApiError` for an ID that is never sent.
 */
export async function copyAsCurl(args: readonly unknown[], session: Pick<Session, 'state'>): Promise<void> {
  const account = requireAccount(session);
  const target = readJobOrConnection(args);
  if (target.kind === 'connection') {
    rejectUnusableEntityId(target.entityId);
  }
  const command = target.kind === 'job' ? curlForStatus(account, target.syncId) : curlForSync(account, target.entityId);
  if (command === undefined) {
    throw new UserError(l10n.t('The ID can’t be used in a request.'));
  }
  await copyText(command, statusBarText(copiedCurlText(account)));
}
