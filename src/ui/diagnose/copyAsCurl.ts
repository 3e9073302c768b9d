import { env, l10n } from 'vscode';
import { curlForStatus, curlForSync } from '../../app/curl/curlCommands.ts';
import type { Session } from '../../app/session/session.ts';
import { isObject } from '../../base/json.ts';
import { statusBarText } from '../../base/sinkText.ts';
import type { Account } from '../../model/account.ts';
import { readTargets } from '../commands/commandTargets.ts';
import { UserError } from '../errors/userError.ts';
import { copiedCurlText } from '../format/curlText.ts';
import { showStatusMessage } from '../window/statusBar.ts';

const SHOWN_MS = 5000;

/** Copy as cURL: the request that starts a sync for a connection, the one for the status for a job. */
export async function copyAsCurl(args: readonly unknown[], { state }: Pick<Session, 'state'>): Promise<void> {
  if (state.kind === 'signedOut') {
    throw new UserError(l10n.t('You are not signed in.'), { offersSignIn: true });
  }
  const command = commandFor(args, state.account);
  if (command === undefined) {
    throw new UserError(l10n.t('The ID can’t be used in a request.'));
  }
  await env.clipboard.writeText(command);
  showStatusMessage(statusBarText(copiedCurlText(state.account)), SHOWN_MS);
}

function commandFor(args: readonly unknown[], account: Account): string | undefined {
  const [first] = args;
  const job = isObject(first) && isObject(first['job']) ? first['job'] : first;
  const syncId = isObject(job) ? job['syncId'] : undefined;
  if (typeof syncId === 'string') {
    return curlForStatus(account, syncId);
  }
  const [target] = readTargets(args)?.targets ?? [];
  if (target === undefined) {
    throw new UserError(l10n.t('Run this command on a row in the Connections or Jobs view.'));
  }
  return curlForSync(account, target.entityId);
}
