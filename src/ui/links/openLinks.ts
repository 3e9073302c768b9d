import { env, l10n } from 'vscode';
import { linkAddress } from '../../app/links/link.ts';
import type { Link } from '../../app/links/link.ts';
import { LinkOpener } from '../../app/links/openLink.ts';
import type { FoundJob, LinkPrompts, OpenLink } from '../../app/links/openLink.ts';
import type { ConnectionFeed } from '../../app/connections/connectionFeed.ts';
import type { AccountStore } from '../../app/session/accountStore.ts';
import type { Session } from '../../app/session/session.ts';
import type { WindowSession } from '../../app/session/windowSession.ts';
import { isObject } from '../../base/json.ts';
import { statusBarText } from '../../base/sinkText.ts';
import type { Account } from '../../model/account.ts';
import { readTargets } from '../commands/commandTargets.ts';
import { UserError } from '../errors/userError.ts';
import { showStatusMessage } from '../window/statusBar.ts';
import { linkPrompts } from './linkPrompts.ts';

export interface LinksOptions {
  readonly session: WindowSession;
  readonly store: Pick<AccountStore, 'all'>;
  readonly feed: ConnectionFeed;
  readonly lookUpJob: (syncId: string) => Promise<FoundJob | undefined>;
  readonly signIn: LinkPrompts['signIn'];
  readonly showConnection: LinkPrompts['showConnection'];
  readonly clearFilter: LinkPrompts['clearFilter'];
  readonly showJob: LinkPrompts['showJob'];
  readonly openOutsideDemo: OpenLink | undefined;
}

const EXTENSION_ID = 'data-connections.data-connections';
const SHOWN_MS = 3000;

export function createLinkOpener({
  session,
  store,
  feed,
  lookUpJob,
  openOutsideDemo,
  ...rest
}: LinksOptions): LinkOpener {
  return new LinkOpener({ session, store, feed, lookUpJob, openOutsideDemo, prompts: { ...linkPrompts, ...rest } });
}

/** Copy Link: to a connection or a job, with the service and the workspace, but no account and no secret. */
export async function copyLink(args: readonly unknown[], { state }: Pick<Session, 'state'>): Promise<void> {
  if (state.kind === 'signedOut') {
    throw new UserError(l10n.t('You are not signed in.'));
  }
  const address = linkAddress(linkTo(readTarget(args), state.account));
  await env.clipboard.writeText(`${env.uriScheme}://${EXTENSION_ID}${address}`);
  showStatusMessage(statusBarText(l10n.t('Copied the link.')), SHOWN_MS);
}

function readTarget(args: readonly unknown[]): Link['target'] {
  const [first] = args;
  const job = isObject(first) && isObject(first['job']) ? first['job'] : first;
  const syncId = isObject(job) ? job['syncId'] : undefined;
  if (typeof syncId === 'string') {
    return { kind: 'job', syncId };
  }
  const [target] = readTargets(args)?.targets ?? [];
  if (target === undefined) {
    throw new UserError(l10n.t('Run this command on a row in the Connections or Jobs view.'));
  }
  return { kind: 'connection', entityId: target.entityId };
}

function linkTo(target: Link['target'], { baseUrl, workspace }: Account): Link {
  return { target, baseUrl, workspace: workspace.identifier };
}
