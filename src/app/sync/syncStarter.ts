import pLimit from 'p-limit';
import { ApiError } from '../../api/apiError.ts';
import type { Logger } from '../../base/logger.ts';
import type { Account } from '../../model/account.ts';
import { connectionName } from '../../model/connection.ts';
import type { Connection } from '../../model/connection.ts';
import { isOutage, affectsWholeAccount } from '../../model/failure.ts';
import type { StartedJob } from '../../model/upload.ts';
import { explainRefusals } from '../connections/explainRefusals.ts';
import { accountFeed } from '../connections/sessionFeed.ts';
import type { ConnectionFeed } from '../connections/connectionFeed.ts';
import { currentConnectionLookup, otherConnection } from '../connections/listedConnection.ts';
import type { AccountClient, Session } from '../session/session.ts';
import type { JobTracker } from '../tracking/jobTracker.ts';
import { reconcileSync } from './reconcileSync.ts';
import type { KnownSyncs } from './reconcileSync.ts';
import type { StartSyncsOutcome, SyncOutcome, SyncResult } from './syncOutcome.ts';
import type { SyncPrompts } from './syncPrompts.ts';

const MAX_CONCURRENT = 4;

/** A connection to sync. */
export interface SyncTarget {
  readonly entityId: string;
  /** For messages, until the connection is listed. */
  readonly entityName?: string | undefined;
  /** Whether it is a row of a view, whose state the user sees. Without one, the service decides whether a sync is possible. */
  readonly isRow?: boolean;
}

export interface SyncSelection {
  readonly targets: readonly SyncTarget[];
  /** Whether the caller gave a list, so that the result is one as well. */
  readonly isList: boolean;
}

export interface StartOptions {
  /** Nothing is sent if another account is active. Undefined: the syncs are started for any account. */
  readonly accountId?: string;
  /**
   * Asked once it is known for which account the syncs are started, and before anything is sent. False: nothing is sent. True:
   * they are started for exactly that account.
   */
  readonly confirm?: (account: Account, names: readonly string[]) => PromiseLike<boolean>;
  /** The entity IDs of the connections that are selected at first if the user chooses them. */
  readonly proposed?: readonly string[];
}

interface SyncStarterOptions {
  readonly session: Pick<Session, 'state' | 'clientForStarting'>;
  readonly feed: Pick<ConnectionFeed, 'state' | 'find' | 'refresh'>;
  readonly tracker: Pick<JobTracker, 'trackBatched' | 'inBatch' | 'hasAccount' | 'jobs' | 'jobsForListAt'>;
  readonly prompts: SyncPrompts;
  readonly log: Logger;
}

interface SyncRequest {
  readonly entityId: string;
  readonly name: string;
  readonly recipient: AccountClient;
  /** See `Job.batch`. */
  readonly batch: string | undefined;
}

type SentSync = { readonly kind: 'sent'; readonly started: StartedJob } | Extract<SyncOutcome, { kind: 'unknown' }>;

/** Starts syncs. A request is never repeated: if its response is lost, the list of connections is read instead. */
export class SyncStarter {
  readonly #options: SyncStarterOptions;
  /** By account and entity, so that a second click while the first request is in flight does not start a second sync. */
  readonly #inFlight = new Map<string, Promise<SyncOutcome>>();

  constructor(options: SyncStarterOptions) {
    this.#options = options;
  }

  /**
   * Starts a sync for each target; without targets, for the connections that the user chooses. Throws `ApiError` if
   * nothing could be sent: signed out, or the workspace could not be verified.
   */
  async start(
    targets: readonly SyncTarget[] | undefined,
    { accountId, confirm, proposed = [] }: StartOptions = {},
  ): Promise<StartSyncsOutcome> {
    const { session, feed, tracker, prompts } = this.#options;
    const chosen = targets ?? (await this.#choose(proposed));
    const find = currentConnectionLookup(feed, tracker);
    // An ID given by a program is sent whatever its row shows: the service decides.
    const byState = Map.groupBy(chosen, ({ entityId, isRow }) =>
      isRow === true ? rowState(find(entityId)) : 'startable',
    );
    const { syncing = [], inactive = [], startable = [] } = Object.fromEntries(byState);
    if (syncing.length > 0) {
      prompts.showAlreadySyncing(syncing.map(this.#targetNames()));
    }
    if (inactive.length > 0) {
      prompts.showInactive(inactive.map(this.#targetNames()));
    }
    if (startable.length === 0) {
      if (syncing.length > 0) {
        return { kind: 'alreadySyncing' };
      }
      return { kind: inactive.length > 0 ? 'inactive' : 'cancelled' };
    }
    const recipient = await session.clientForStarting();
    if (recipient === undefined || (accountId !== undefined && accountId !== recipient.account.id)) {
      return { kind: 'cancelled' };
    }
    if (confirm !== undefined) {
      if (feed.state.kind !== 'loaded') {
        // For the names. Without them, the IDs are shown.
        await feed.refresh();
      }
      if (!(await confirm(recipient.account, startable.map(this.#targetNames())))) {
        return { kind: 'cancelled' };
      }
    }
    return prompts.showProgress(() => this.#startEach(startable, recipient));
  }

  async #choose(proposed: readonly string[]): Promise<readonly SyncTarget[]> {
    const { session, prompts } = this.#options;
    if (session.state.kind === 'signedOut') {
      throw new ApiError({ kind: 'signedOut' });
    }
    const connections = await prompts.chooseConnections(proposed);
    return connections.map(({ entityId, entityName }) => ({ entityId, entityName, isRow: true }));
  }

  /** A few at a time. After a failure that all others would share (no network, signed out, a requested pause), no more are sent. */
  async #startEach(targets: readonly SyncTarget[], recipient: AccountClient): Promise<StartSyncsOutcome> {
    // The connections may have been listed while the workspace was verified.
    const nameOf = this.#targetNames();
    const named = targets.map((target) => ({ entityId: target.entityId, name: nameOf(target) }));
    const { session, feed, tracker, prompts } = this.#options;
    const entityIds = targets.map(({ entityId }) => entityId);
    let stoppedBy: ApiError | undefined;
    prompts.setStarting(entityIds, true);
    const results = await tracker.inBatch(named.length, (batch) =>
      pLimit(MAX_CONCURRENT).map(named, async ({ entityId, name }): Promise<SyncResult> => {
        const outcome: SyncOutcome =
          stoppedBy === undefined
            ? await this.#startOnce({ entityId, name, recipient, batch })
            : { kind: 'failed', error: stoppedBy };
        prompts.setStarting([entityId], false);
        stoppedBy ??= sharedErrorOf(outcome);
        return { ...outcome, name };
      }),
    );
    const started = results.filter(({ kind }) => kind === 'started');
    if (started.length > 0 && !tracker.hasAccount(recipient.account.id)) {
      prompts.showStartedBeforeSignOut(started.map(({ name }) => name));
    }
    const explained = await explainRefusals(results, entityIds, { accountId: recipient.account.id, session, feed });
    return { kind: 'requested', results: explained, stoppedBy };
  }

  #startOnce(request: SyncRequest): Promise<SyncOutcome> {
    const key = JSON.stringify([request.recipient.account.id, request.entityId]);
    const inFlight = this.#inFlight.get(key) ?? this.#request(request).finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, inFlight);
    return inFlight;
  }

  async #request(request: SyncRequest): Promise<SyncOutcome> {
    const { entityId, name, recipient } = request;
    const { log } = this.#options;
    let sent: SentSync;
    try {
      sent = await this.#send(entityId, name, recipient);
    } catch (error) {
      if (!(error instanceof ApiError)) {
        // Of several syncs, only the number that failed is shown, with a reference to the log.
        log.error(`Starting the sync of ${entityId} failed unexpectedly: ${String(error)}`);
      }
      return { kind: 'failed', error };
    }
    if (sent.kind === 'unknown') {
      return sent;
    }
    const { started } = sent;
    try {
      await this.#track(started, request);
    } catch (error) {
      // The sync has started nevertheless. If it counted as failed, it would be started again.
      log.error(`The sync ${started.syncId} was started, but can't be watched: ${String(error)}`);
    }
    return { kind: 'started', sync: { syncId: started.syncId, entityId: started.entityId } };
  }

  async #track(started: StartedJob, { entityId, name, recipient, batch }: SyncRequest): Promise<void> {
    const { feed, tracker, prompts } = this.#options;
    const other = otherConnection(started, entityId, feed);
    if (other !== undefined) {
      prompts.warnOtherConnection(name, other);
    }
    const job = { kind: 'sync', entityName: other ?? name, accountId: recipient.account.id } as const;
    await tracker.trackBatched(started, { ...job, ...(batch !== undefined && { batch }) });
  }

  async #send(entityId: string, name: string, { account, client }: AccountClient): Promise<SentSync> {
    const { session, feed, prompts, log } = this.#options;
    const known = this.#knownSyncs(entityId);
    try {
      return { kind: 'sent', started: await client.startSync(entityId) };
    } catch (error) {
      // A defect of the extension says nothing about the request.
      if (error instanceof ApiError && !error.mayHaveArrived) {
        throw error;
      }
      const reconciliation = await reconcileSync(accountFeed(account.id, session, feed), entityId, known);
      if (reconciliation.kind !== 'found') {
        if (error instanceof ApiError) {
          return { kind: 'unknown', failure: error.failure, reconciliation };
        }
        throw error;
      }
      if (!(error instanceof ApiError)) {
        log.error(`The sync of ${entityId} was started, but its response could not be processed: ${String(error)}`);
      }
      prompts.showReconciled(name);
      return { kind: 'sent', started: reconciliation.started };
    }
  }

  #knownSyncs(entityId: string): KnownSyncs {
    const { feed, tracker } = this.#options;
    const listed = feed.find(entityId)?.lastSyncId;
    const tracked = tracker.jobs.ofConnection(entityId).map(({ syncId }) => syncId);
    return {
      syncIds: new Set(listed === undefined ? tracked : [listed, ...tracked]),
      listedAt: feed.state.kind === 'loaded' ? feed.state.receivedAtMonotonic : undefined,
    };
  }

  /** Returns a function that names a target by what is known of its connection now. */
  #targetNames(): (target: SyncTarget) => string {
    const find = currentConnectionLookup(this.#options.feed, this.#options.tracker);
    return ({ entityId, entityName = '' }) => connectionName(find(entityId) ?? { entityId, entityName });
  }
}

function rowState(row: Connection | undefined): 'syncing' | 'inactive' | 'startable' {
  if (row?.isCurrentlySyncing === true) {
    return 'syncing';
  }
  return row?.isActive === false ? 'inactive' : 'startable';
}

/** The error that all other requests would share. */
function sharedErrorOf(outcome: SyncOutcome): ApiError | undefined {
  switch (outcome.kind) {
    case 'started':
      return undefined;
    case 'failed':
      return outcome.error instanceof ApiError && affectsWholeAccount(outcome.error.failure)
        ? outcome.error
        : undefined;
    case 'unknown': {
      const { failure, reconciliation } = outcome;
      const isPause = failure.kind === 'unavailable' && failure.retryAfterMs !== undefined;
      // The list can't be read either.
      const isOver = reconciliation.kind !== 'notFound' && isOutage(failure);
      return isPause || isOver ? new ApiError(failure) : undefined;
    }
  }
}
