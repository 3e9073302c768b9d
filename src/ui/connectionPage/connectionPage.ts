import * as vscode from 'vscode';
import type { ConnectionFeed } from '../../app/connections/connectionFeed.ts';
import type { CurrentConnections } from '../../app/connections/currentConnections.ts';
import type { LastJobs } from '../../app/tracking/lastJobs.ts';
import type { SessionState } from '../../app/session/session.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { titleText } from '../../base/sinkText.ts';
import { connectionEvents } from '../../jobs/history/connectionEvents.ts';
import { connectionName } from '../../model/connection.ts';
import type { Connection } from '../../model/connection.ts';
import { failureReason } from '../format/connectionText.ts';
import { notLoadedText } from '../format/notLoadedText.ts';
import { staleText } from '../format/staleText.ts';
import { LivePage } from '../window/livePage.ts';
import type { ActionOf } from '../window/livePage.ts';
import type { Panel } from '../window/panels.ts';
import { copyId } from '../window/statusBar.ts';
import { connectionModel, ids } from './connectionModel.ts';
import { messageToPage, readMessageFromPage } from './messages.ts';
import type { MessageFromPage, MessageToPage } from './messages.ts';

/** How many jobs of the connection have their events on the page. */
const MAX_JOBS = 30;

/** Values that change merely because time passes. */
const TIME_DEPENDENT: ReadonlySet<string> = new Set(['elapsedMs', 'nowMs']);

export interface ConnectionPageOptions {
  readonly connections: Pick<CurrentConnections, 'find' | 'onDidChange'>;
  readonly lastJobs: LastJobs;
  readonly tracker: Pick<JobTracker, 'history' | 'outageSince'>;
  /** The folder of the page's script and style sheet. */
  readonly distFolder: vscode.Uri;
  readonly feed: Pick<ConnectionFeed, 'state' | 'onDidChange'>;
  /** The pages of the demo are labeled. */
  readonly session: Readonly<{ state: Pick<SessionState, 'kind'>; isDemo: boolean }>;
  readonly startSync: (connection: Connection) => PromiseLike<unknown>;
  readonly uploadFile: (connection: Connection) => PromiseLike<unknown>;
  readonly openJob: (syncId: string) => Promise<void>;
  readonly onDidChangeVisibility: () => void;
  readonly report: (error: unknown) => void;
}

/** An editor tab that shows a connection and its history until it is closed. */
export function createConnectionPage(
  panel: Panel,
  entityId: string,
  options: ConnectionPageOptions,
): LivePage<MessageToPage, MessageFromPage> {
  const { connections, feed, session, lastJobs, tracker, distFolder, onDidChangeVisibility, report } = options;
  const find = (): Connection | undefined => connections.find(entityId);

  let lookedUp: string | undefined;

  /** Looks up the connection's last sync if it was not tracked, until the service responds. */
  const lookUpLast = (connection: Connection): void => {
    const { lastSyncId } = connection;
    const lookup = lastSyncId === lookedUp ? undefined : lastJobs.lookUp(connection);
    if (lookup) {
      lookedUp = lastSyncId;
      lookup.then((result) => (lookedUp = result?.kind === 'job' ? lookedUp : undefined), report);
    }
  };

  const show = (): MessageToPage => {
    const connection = find();
    if (connection === undefined) {
      const text =
        notLoadedText(session.state, feed.state) ??
        vscode.l10n.t('This connection is not in the list of connections of this account.');
      return { kind: 'gone', entityId, text };
    }
    lookUpLast(connection);
    const connectionJobs = lastJobs.all(entityId, connection.lastSyncId);
    const events = connectionEvents(connectionJobs.slice(0, MAX_JOBS), (syncId) => tracker.history(syncId));
    const reason = connection.hasError ? failureReason(lastJobs.find(connection)) : '';
    const now = Date.now();
    const stale = staleText(feed.state, tracker.outageSince, now);
    const model = connectionModel(
      { connection, jobs: connectionJobs, events, reason, stale, isDemo: session.isDemo },
      now,
    );
    return { kind: 'show', entityId, model };
  };

  const act = async (message: ActionOf<MessageFromPage>): Promise<void> => {
    const connection = find();
    if (message.kind === 'openRun') {
      await options.openJob(message.syncId);
    } else if (connection) {
      await actOn(connection, message, options);
    }
  };

  return new LivePage<MessageToPage, MessageFromPage>(panel, {
    name: 'connectionPage',
    distFolder,
    messageToPage,
    readMessageFromPage,
    timeDependent: TIME_DEPENDENT,
    show,
    act,
    onDidChangeVisibility,
    report,
    title: () => {
      const connection = find();
      return titleText(connection ? connectionName(connection) : vscode.l10n.t('Connection'), 60);
    },
  });
}

async function actOn(
  connection: Connection,
  message: Exclude<ActionOf<MessageFromPage>, { kind: 'openRun' }>,
  { startSync, uploadFile }: ConnectionPageOptions,
): Promise<void> {
  switch (message.kind) {
    case 'copyId':
      await copyId(ids(connection)[message.index]);
      break;
    case 'sync':
      await startSync(connection);
      break;
    case 'upload':
      await uploadFile(connection);
      break;
  }
}
