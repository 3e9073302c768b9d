import { env, l10n } from 'vscode';
import { isLinkable, linkAddress } from '../../app/links/link.ts';
import type { Link } from '../../app/links/link.ts';
import type { Session } from '../../app/session/session.ts';
import { statusBarText } from '../../base/sinkText.ts';
import type { Account } from '../../model/account.ts';
import { readJobOrConnection, requireAccount } from '../commands/commandTargets.ts';
import { UserError } from '../errors/userError.ts';
import { EXTENSION_ID } from '../manifestIds.ts';
import { copyText } from '../window/statusBar.ts';

/**
 * Copies a link to a connection or a job. It names the service and the workspace, but contains no account and no secret. Throws
 * `UserError` in the demo: elsewhere, the link would ask to sign in to a port of the other machine.
 */
export async function copyLink(args: readonly unknown[], session: Pick<Session, 'state' | 'isDemo'>): Promise<void> {
  const account = requireAccount(session);
  if (session.isDemo) {
    throw new UserError(l10n.t('Links to the demo can’t be copied, because it is shown only in this window.'));
  }
  const target = readJobOrConnection(args);
  if (!isLinkable(target)) {
    throw new UserError(l10n.t('The ID can’t be used in a request.'));
  }
  const address = linkAddress(linkTo(target, account));
  await copyText(`${env.uriScheme}://${EXTENSION_ID}${address}`, statusBarText(l10n.t('Copied the link.')));
}

function linkTo(target: Link['target'], { baseUrl, workspace }: Account): Link {
  return { target, baseUrl, workspace: workspace.identifier };
}
