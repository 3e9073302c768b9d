import { ApiError } from '../../api/apiError.ts';
import { plainText } from '../../base/displayText.ts';
import { isoTime } from '../../base/time.ts';
import type { EpochMs } from '../../base/time.ts';
import type { Connection } from '../../model/connection.ts';
import { orderConnections } from '../../model/connectionViewOptions.ts';
import type { ConnectionFeed } from '../connections/connectionFeed.ts';
import { feedFailure, isFresh } from '../connections/feedState.ts';
import type { Account } from '../../model/account.ts';
import { withJobs } from '../../model/withJobs.ts';
import type { ListedJobSource } from '../connections/listedConnection.ts';
import type { Session, SignedInState } from '../session/session.ts';
import { connectionRow, toolConnectionState } from './toolConnection.ts';
import { ToolError } from './toolError.ts';
import type { ToolInputs } from './toolInput.ts';
import { pageOf } from './toolResult.ts';
import type { ToolResult } from './toolResult.ts';

export interface ConnectionSource {
  readonly session: Pick<Session, 'state'>;
  readonly feed: Pick<ConnectionFeed, 'state' | 'refresh'>;
  readonly tracker: ListedJobSource;
}

/** The connections of the account, as listed now or, if that fails, as listed last. */
interface KnownConnections {
  readonly account: Account;
  readonly all: readonly Connection[];
  readonly listedAt: EpochMs;
  /** How many rows of the list are not read: they have no usable ID, or there are too many. */
  readonly rowsNotRead: number;
  /** Whether the list could not be refreshed. */
  readonly isOutdated: boolean;
}

/** `listConnections`. Throws `ToolError`, and `ApiError` if no list could be loaded. */
export async function listConnections(
  { filter, state, ...paging }: ToolInputs['dataConnections_listConnections'],
  source: ConnectionSource,
): Promise<ToolResult> {
  const { account, all, listedAt, rowsNotRead, isOutdated } = await knownConnections(source);
  const { ungrouped } = orderConnections(all, { grouping: 'none', sorting: 'attention', filter, language: 'en' });
  const found = state === undefined ? ungrouped : ungrouped.filter((one) => toolConnectionState(one) === state);
  const { rows, ...page } = pageOf(found, paging, connectionRow);
  return {
    account: accountRow(account),
    connections: rows,
    ...page,
    rowsNotRead: rowsNotRead > 0 ? rowsNotRead : undefined,
    listedAt: isoTime(listedAt),
    isOutdated: isOutdated ? true : undefined,
  };
}

/** One connection of the account. Throws `ToolError` if there is none with the ID, and `ApiError` if no list could be loaded. */
export async function findConnection(entityId: string, source: ConnectionSource): Promise<Connection> {
  const { all } = await knownConnections(source);
  const connection = all.find((known) => known.entityId === entityId);
  if (connection === undefined) {
    throw new ToolError(
      'connectionNotFound',
      'The account has no connection with this entityId. Use dataConnections_listConnections to find it.',
    );
  }
  return connection;
}

/** The account of this window. Throws `ToolError` while signed out. */
export function requireSignedIn({ state }: Pick<Session, 'state'>): SignedInState {
  if (state.kind === 'signedOut') {
    throw new ToolError(
      'signedOut',
      'No account is signed in. Ask the user to run the command "Data Connections: Sign In".',
    );
  }
  return state;
}

export function accountRow(account: Account): ToolResult {
  return {
    workspace: plainText(account.workspace.name, 100),
    user: plainText(account.user.email, 100),
    service: new URL(account.baseUrl).host,
  };
}

async function knownConnections(source: ConnectionSource): Promise<KnownConnections> {
  const { session, feed, tracker } = source;
  const signedIn = requireSignedIn(session);
  const { state } = feed;
  const result = state.kind === 'loaded' && isFresh(state.receivedAtMonotonic) ? undefined : await feed.refresh();
  if (session.state !== signedIn) {
    // The account changed meanwhile.
    return knownConnections(source);
  }
  const now = feed.state;
  if (now.kind !== 'loaded') {
    throw new ApiError(feedFailure(now) ?? { kind: 'signedOut' });
  }
  const jobsOf = tracker.jobsForListAt(now.requestedAt);
  return {
    account: signedIn.account,
    all: now.connections.map((listed) => withJobs(listed, now.requestedAt, jobsOf(listed.entityId))),
    listedAt: now.receivedAt,
    rowsNotRead: now.droppedRows + now.omittedRows,
    isOutdated: result?.kind === 'failure',
  };
}
