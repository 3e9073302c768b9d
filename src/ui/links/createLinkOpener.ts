import { l10n } from 'vscode';
import type { ConnectionFeed } from '../../app/connections/connectionFeed.ts';
import { LinkOpener } from '../../app/links/linkOpener.ts';
import type { FoundJob, LinkProblem, LinkPrompts, OpenLink } from '../../app/links/linkOpener.ts';
import type { AccountStore } from '../../app/session/accountStore.ts';
import type { WindowSession } from '../../app/session/windowSession.ts';
import { plainText } from '../../base/displayText.ts';
import { buttonText, dialogText, notificationText } from '../../base/sinkText.ts';
import { userText } from '../format/accountText.ts';
import { CONNECTIONS_VIEW } from '../manifestIds.ts';
import { askInDialog, showInformation, showWarning } from '../window/notifications.ts';
import { withViewProgress } from '../window/progress.ts';

type LinkActions = Pick<LinkPrompts, 'signIn' | 'showConnection' | 'clearFilter' | 'showJob'>;

export interface LinksOptions extends LinkActions {
  readonly session: WindowSession;
  readonly store: Pick<AccountStore, 'all'>;
  readonly feed: ConnectionFeed;
  readonly lookUpJob: (syncId: string) => Promise<FoundJob | undefined>;
  readonly openOutsideDemo: OpenLink | undefined;
}

/** Opening links, with questions in dialogs and messages in notifications. */
export function createLinkOpener({
  session,
  store,
  feed,
  lookUpJob,
  openOutsideDemo,
  ...actions
}: LinksOptions): LinkOpener {
  const prompts = { ...linkPrompts, ...actions };
  return new LinkOpener({ session, store, feed, lookUpJob, openOutsideDemo, prompts });
}

/** Nothing in a link can be trusted. */
const linkPrompts: Omit<LinkPrompts, keyof LinkActions> = {
  async confirmSwitch({ account }) {
    const { workspace, baseUrl } = account;
    const chosen = await askInDialog(
      {
        message: dialogText(l10n.t('Switch this window to “{0}” to open the link?', plainText(workspace.name, 80))),
        detail: dialogText(l10n.t('Account: {0}', userText(account)), l10n.t('Service: {0}', baseUrl)),
        isWarning: false,
      },
      [{ title: buttonText(l10n.t('Switch Account')) }],
    );
    return chosen !== undefined;
  },

  async confirmLeaveDemo({ baseUrl, workspace }) {
    const chosen = await askInDialog(
      {
        message: dialogText(l10n.t('Leave the demo to open the link?')),
        detail: dialogText(
          l10n.t('Service: {0}', baseUrl),
          l10n.t('Workspace: {0}', workspace),
          l10n.t('Nothing from the demo is kept.'),
        ),
        isWarning: false,
      },
      [{ title: buttonText(l10n.t('Leave Demo')) }],
    );
    return chosen !== undefined;
  },

  async confirmSignIn({ baseUrl, workspace }) {
    const { host } = new URL(baseUrl);
    const chosen = await askInDialog(
      {
        message: dialogText(l10n.t('Sign in to {0} to open the link?', host)),
        detail: dialogText(
          l10n.t('Service: {0}', baseUrl),
          l10n.t('Workspace: {0}', workspace),
          l10n.t(
            'Your key will be sent to this service. Continue only if you know it and trust the source of the link.',
          ),
        ),
        isWarning: true,
      },
      [{ title: buttonText(l10n.t('Sign In…')) }],
    );
    return chosen !== undefined;
  },

  async confirmClearFilter() {
    const clear = { title: buttonText(l10n.t('Clear Filter')) };
    const message = l10n.t('The connection in the link is hidden by the filter of the Connections view.');
    return (await showInformation(notificationText(message), clear)) !== undefined;
  },

  showProblem(problem) {
    void showWarning(notificationText(problemText(problem)));
  },

  showProgress: (work) => withViewProgress(CONNECTIONS_VIEW, work),
};

function problemText(problem: LinkProblem): string {
  switch (problem.kind) {
    case 'invalid':
      return l10n.t(
        'The link can’t be opened. It is not a link to a connection or a job. Copy it again with Copy Link.',
      );
    case 'otherWorkspace':
      return l10n.t(
        'The link is for workspace “{0}”, but you signed in to another one. Sign in to that workspace, then open the link again.',
        plainText(problem.workspace, 80),
      );
    case 'connectionNotFound':
      return problem.isListComplete
        ? l10n.t('The connection in the link was not found in this workspace.')
        : l10n.t(
            'The connection in the link was not found in this workspace. Part of the list of connections could not be read.',
          );
    case 'jobNotFound':
      return l10n.t('The service does not have the job in the link.');
  }
}
