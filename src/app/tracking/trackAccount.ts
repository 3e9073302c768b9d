import { ApiError } from '../../api/apiError.ts';
import type { ServiceClient } from '../../api/serviceClient.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import { JobWatcher } from '../../jobs/polling/jobWatcher.ts';
import { shortestListGapMs } from '../../jobs/polling/schedule.ts';
import type { PollResult } from '../../jobs/polling/statusPoller.ts';
import type { JobStore } from '../../jobs/store/jobStore.ts';
import type { UploadStore } from '../../jobs/store/uploadStore.ts';
import { refreshFailure } from '../connections/feedState.ts';
import type { Failure } from '../../model/failure.ts';
import { awaitsSignIn, isRunning } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { ConnectionFeed } from '../connections/connectionFeed.ts';
import type { ConnectionFeedState } from '../connections/feedState.ts';
import type { JobConnection } from './lookedUpJobs.ts';
import type { Session, SignedInState } from '../session/session.ts';
import { nameJobs } from './jobNames.ts';
import { LookedUpJobs } from './lookedUpJobs.ts';
import { OutcomeClaims } from './outcomeClaims.ts';
import type { OutcomeClaimsOptions } from './outcomeClaims.ts';
import { SyncAdoption } from './syncAdoption.ts';
import type { WindowConnection } from './windowConnection.ts';

export interface TrackingOptions {
  readonly session: Pick<Session, 'recordFailure'>;
  readonly store: JobStore;
  readonly uploads: Pick<UploadStore, 'hasInFlight'>;
  readonly feed: Pick<ConnectionFeed, 'refresh' | 'onDidReceiveResponse' | 'find' | 'findBySync' | 'syncing'> & {
    readonly state: Pick<ConnectionFeedState, 'kind'>;
  };
  readonly isFocused: () => boolean;
  readonly windowConnection: WindowConnection;
  /** The ID of this window. Changes with a reload. */
  readonly windowId: string;
  readonly log: Logger;
}

interface AccountTrackingOptions extends TrackingOptions, Pick<OutcomeClaimsOptions, 'openBatches'> {}

/** Jobs that end soon after one another cause one refresh of the connections. The longer their list is, the rarer refreshes are. */
const MIN_REFRESH_GAP_MS = 15_000;

/** What tracks the jobs of one account. */
export interface AccountTracking extends Disposable {
  readonly accountId: string;
  readonly watcher: JobWatcher;
  readonly outcomes: OutcomeClaims;
  readonly lookedUp: LookedUpJobs;
}

/** Tracks the jobs of an account, with what its client finds out and what the lists of its connections say. */
export function trackAccount({ account, client }: SignedInState, options: AccountTrackingOptions): AccountTracking {
  const { session, store, uploads, openBatches, feed, isFocused, windowConnection, windowId, log } = options;
  const accountId = account.id;
  const owned = new DisposableStore();
  const watcher = owned.add(
    new JobWatcher({
      accountId,
      store,
      poll: (syncId, signal) => pollStatus(client, syncId, signal),
      // The response comes with the feed's event, as every other list does.
      list: async () => refreshFailure(await feed.refresh()),
      isFocused: isFocused(),
      isConnected: windowConnection.isConnected,
      log,
    }),
  );
  const { health } = watcher;
  owned.add(windowConnection.onDidChange(() => watcher.setConnected(windowConnection.isConnected)));
  const outcomes = owned.add(new OutcomeClaims({ accountId, store, windowId, uploads, openBatches, windowConnection }));
  const findConnection = async (syncId: string, entityId?: string): Promise<JobConnection | undefined> => {
    if (feed.state.kind === 'loading') {
      await feed.refresh();
    }
    return entityId === undefined ? feed.findBySync(syncId) : (feed.find(entityId) ?? { entityId, entityName: '' });
  };
  const lookedUp = owned.add(new LookedUpJobs({ accountId, watcher, findConnection }));
  owned.add(
    health.onDidLoseAccess((failure) => {
      session.recordFailure(failure);
      markAwaitingSignIn(accountId, store, failure);
    }),
  );
  owned.add(client.onDidReceiveRateLimit((rateLimit) => health.recordRateLimit(rateLimit)));
  owned.add(
    client.onDidReceiveResponse(() => {
      health.recordReachable();
      // The service accepted the secret for this response.
      watcher.resume();
      clearAwaitingSignIn(accountId, store);
    }),
  );
  // A pause holds for all requests, not only for the one that was refused.
  owned.add(client.onDidFail((failure) => health.recordFailure(failure)));
  const adoption = new SyncAdoption({ accountId, store, adopt: (jobs) => watcher.adopt(jobs), log });
  owned.add(
    feed.onDidReceiveResponse(({ byteLength }) => {
      adoption.adopt(feed.syncing.values());
      nameJobs(accountId, store, feed);
      watcher.updateFromList(feed, byteLength);
    }),
  );
  owned.add(refreshAfterEnds(watcher, feed));
  return { accountId, watcher, outcomes, lookedUp, dispose: () => owned.dispose() };
}

/** Marks all running jobs like the one whose poll was refused: none of them is polled any more, in any window. */
function markAwaitingSignIn(accountId: string, store: JobStore, failure: Failure): void {
  const running = store.jobs(accountId).needingStatus.filter(isRunning);
  store.updateAll(accountId, syncIdsOf(running), (job) =>
    isRunning(job) && !awaitsSignIn(job) ? { ...job, failure } : job,
  );
}

function clearAwaitingSignIn(accountId: string, store: JobStore): void {
  const { awaitingSignInCount, needingStatus } = store.jobs(accountId);
  if (awaitingSignInCount > 0) {
    store.updateAll(accountId, syncIdsOf(needingStatus.filter(awaitsSignIn)), (job) =>
      awaitsSignIn(job) ? { ...job, failure: undefined } : job,
    );
  }
}

function syncIdsOf(jobs: readonly Job[]): readonly string[] {
  return jobs.map(({ syncId }) => syncId);
}

/** Refreshes the connections soon after a job has ended, so a running sync needs no faster refresh. */
function refreshAfterEnds(
  watcher: JobWatcher,
  feed: Pick<ConnectionFeed, 'refresh' | 'onDidReceiveResponse'>,
): Disposable {
  const owned = new DisposableStore();
  let refreshedAt = -Infinity;
  let notBefore = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = (): void => {
    timer = undefined;
    refreshedAt = performance.now();
    void feed.refresh();
  };
  owned.add({ dispose: () => clearTimeout(timer) });
  owned.add(
    feed.onDidReceiveResponse(
      ({ byteLength }) => (notBefore = performance.now() + shortestListGapMs({ byteLength, tookMs: 0 })),
    ),
  );
  owned.add(
    watcher.onDidFinish(() => {
      const at = Math.max(refreshedAt + MIN_REFRESH_GAP_MS, notBefore);
      timer ??= setTimeout(refresh, Math.max(0, at - performance.now()));
    }),
  );
  return owned;
}

/** Requests the status of one job, with a failure as a value. Rejects if `signal` is aborted. */
async function pollStatus(
  client: Pick<ServiceClient, 'getJobStatus'>,
  syncId: string,
  signal: AbortSignal,
): Promise<PollResult> {
  try {
    const { meta, ...status } = await client.getJobStatus(syncId, { signal });
    return { kind: 'status', status, requestId: meta?.requestId, correlationId: meta?.correlationId };
  } catch (error) {
    if (error instanceof ApiError) {
      return { kind: 'failure', failure: error.failure };
    }
    throw error;
  }
}
