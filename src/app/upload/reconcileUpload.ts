import type { UploadIntents } from '../../jobs/store/uploadIntents.ts';
import type { Connection } from '../../model/connection.ts';
import type { Failure } from '../../model/failure.ts';
import { isRunning } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { ConnectionFeed } from '../connections/connectionFeed.ts';
import { accountFeed } from '../connections/sessionFeed.ts';
import type { Session } from '../session/session.ts';
import type { JobTracker } from '../tracking/jobTracker.ts';
import { uploadKeyOf } from './uploadPlan.ts';
import type { UploadPlan } from './uploadPlan.ts';

/** What the list of connections shows about an upload that got no response. */
export type UploadReconciliation =
  /** The connections could not be read. */
  | { readonly kind: 'failure'; readonly failure: Failure }
  /** The window uses another account meanwhile. */
  | { readonly kind: 'accountChanged' }
  /** The connection is not in the account's list. */
  | { readonly kind: 'notListed' }
  /** Probably this upload. */
  | { readonly kind: 'newJob'; readonly syncId: string }
  /** A job runs that may be this upload. Its ID is undefined if the service doesn't report it. */
  | { readonly kind: 'running'; readonly syncId: string | undefined }
  | { readonly kind: 'noNewJob' };

interface ReconcileOptions {
  readonly accountId: string;
  readonly session: Pick<Session, 'state'>;
  readonly feed: ConnectionFeed;
  readonly tracker: Pick<JobTracker, 'jobs'>;
}

/** What is known of the connection before the upload. */
type ConnectionBefore = Pick<Connection, 'lastSyncId'> & Partial<Pick<Connection, 'isCurrentlySyncing'>>;

/**
 * Looks for an upload that got no response. A job that was started here, such as that of the file before it, is not that upload. Nothing
 * is sent again.
 */
export async function reconcileUpload(
  entityId: string,
  before: ConnectionBefore | undefined,
  { accountId, session, feed, tracker }: ReconcileOptions,
): Promise<UploadReconciliation> {
  const result = await accountFeed(accountId, session, feed).refresh();
  if (result.kind === 'failure') {
    return result;
  }
  if (result.kind === 'cancelled') {
    return { kind: 'accountChanged' };
  }
  const connection = result.connections.find((listed) => listed.entityId === entityId);
  if (connection === undefined) {
    return { kind: 'notListed' };
  }
  const tracked = tracker.jobs.ofConnection(entityId);
  const syncId = newSyncId(before, connection, tracked);
  if (syncId !== undefined) {
    return { kind: 'newJob', syncId };
  }
  const isKnownToRun = before?.isCurrentlySyncing === true || tracked.some((job) => isStarted(job) && isRunning(job));
  return connection.isCurrentlySyncing && !isKnownToRun
    ? { kind: 'running', syncId: connection.lastSyncId }
    : { kind: 'noNewJob' };
}

interface UnansweredOptions {
  readonly intents: Pick<UploadIntents, 'unanswered'>;
  readonly feed: ConnectionFeed;
  readonly tracker: Pick<JobTracker, 'jobs'>;
}

/** The plans with what is known of earlier uploads like them that got no response. Reads the connections if there are any. */
export async function withUnanswered(
  plans: readonly UploadPlan[],
  accountId: string,
  { intents, feed, tracker }: UnansweredOptions,
): Promise<readonly UploadPlan[]> {
  const unanswered = plans.map((plan) => intents.unanswered(accountId, uploadKeyOf(plan)));
  if (unanswered.some((intent) => intent !== undefined)) {
    await feed.refresh();
  }
  return plans.map((plan, index) => {
    const intent = unanswered[index];
    if (intent === undefined) {
      return { ...plan, unanswered: undefined };
    }
    const tracked = tracker.jobs.ofConnection(intent.entityId);
    return {
      ...plan,
      unanswered: { intent, newSyncId: newSyncId(intent.before, feed.find(intent.entityId), tracked) },
    };
  });
}

/** The job that the connection shows since then, unless it was started here. */
function newSyncId(
  before: ConnectionBefore | undefined,
  connection: Connection | undefined,
  tracked: readonly Job[],
): string | undefined {
  const syncId = connection?.lastSyncId;
  const isNew = before !== undefined && syncId !== undefined && syncId !== before.lastSyncId;
  return isNew && !isStartedHere(syncId, tracked) ? syncId : undefined;
}

function isStarted({ origin }: Job): boolean {
  return origin === 'started';
}

function isStartedHere(syncId: string, jobs: readonly Job[]): boolean {
  return jobs.some((job) => job.syncId === syncId && isStarted(job));
}
