import type { UploadIntents } from '../../jobs/store/uploadIntents.ts';
import type { Connection } from '../../model/connection.ts';
import type { Failure } from '../../model/failure.ts';
import { isRunning } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { UploadIntent } from '../../model/upload.ts';
import type { ConnectionFeed } from '../connections/connectionFeed.ts';
import type { JobTracker } from '../tracking/jobTracker.ts';
import { keyOf } from './uploadPlan.ts';
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
  /** A job runs that may be this upload. Its ID is empty if the service doesn't report it. */
  | { readonly kind: 'running'; readonly syncId: string }
  | { readonly kind: 'noNewJob' };

interface ReconcileOptions {
  readonly feed: Pick<ConnectionFeed, 'refresh'>;
  readonly tracker: Pick<JobTracker, 'jobs'>;
}

/**
 * Looks for an upload that got no response. A job that was started here, such as that of the file before it, is not that upload. Nothing
 * is sent again.
 * @param before the connection before the upload.
 */
export async function reconcileUpload(
  entityId: string,
  before: Pick<Connection, 'lastSyncId' | 'isCurrentlySyncing'> | undefined,
  { feed, tracker }: ReconcileOptions,
): Promise<UploadReconciliation> {
  const result = await feed.refresh();
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
  const { lastSyncId: syncId = '' } = connection;
  const tracked = tracker.jobs.ofConnection(entityId);
  if (syncId !== '' && before !== undefined && syncId !== before.lastSyncId && !isStartedHere(syncId, tracked)) {
    return { kind: 'newJob', syncId };
  }
  const isKnownToRun = before?.isCurrentlySyncing === true || tracked.some((job) => isStarted(job) && isRunning(job));
  return connection.isCurrentlySyncing && !isKnownToRun ? { kind: 'running', syncId } : { kind: 'noNewJob' };
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
  const unanswered = plans.map((plan) => intents.unanswered(accountId, keyOf(plan)));
  if (unanswered.some((intent) => intent !== undefined)) {
    await feed.refresh();
  }
  return plans.map((plan, index) => {
    const intent = unanswered[index];
    return { ...plan, unanswered: intent && { intent, newSyncId: newSyncId(intent, feed, tracker.jobs.sorted) } };
  });
}

/** The job that the connection shows since then, unless it was started here. */
function newSyncId(
  { entityId, lastSyncId: before }: UploadIntent,
  feed: ConnectionFeed,
  jobs: readonly Job[],
): string | undefined {
  const syncId = feed.find(entityId)?.lastSyncId;
  const isUnknown = syncId === undefined || syncId === '' || before === undefined || syncId === before;
  return isUnknown || isStartedHere(syncId, jobs) ? undefined : syncId;
}

function isStarted({ origin }: Job): boolean {
  return origin === 'started';
}

function isStartedHere(syncId: string, jobs: readonly Job[]): boolean {
  return jobs.some((job) => job.syncId === syncId && isStarted(job));
}
