import type { Logger } from '../../base/logger.ts';
import { currentMoment, monotonicNow } from '../../base/monotonicClock.ts';
import type { MonotonicMs } from '../../base/monotonicClock.ts';
import type { AnswerIds } from '../../model/answerMeta.ts';
import type { Connection } from '../../model/connection.ts';
import type { Failure } from '../../model/failure.ts';
import { isEndPending, isRunning, needsStatus } from '../../model/job.ts';
import type { Job, ListedEnd } from '../../model/job.ts';
import { jobPhase } from '../../model/jobStatus.ts';
import type { JobStatus } from '../../model/jobStatus.ts';
import type { JobStore, JobStoreChange } from '../store/jobStore.ts';
import { isFinalStatusOverdue } from './giveUp.ts';
import { afterAnswer, afterFailure, isPolledSince, jobAgeMs, requested, settled } from './pollState.ts';

/** A job that has ended by its first answer, so soon after it was adopted, had ended before. */
const MOMENT_MS = 5000;

/** The connections as last listed. */
export interface ListedSyncs {
  find(entityId: string): Connection | undefined;
  /** The connection whose last sync this is. */
  findBySync(syncId: string): Connection | undefined;
}

interface StatusRecorderOptions {
  readonly accountId: string;
  readonly store: JobStore;
  readonly log: Logger;
}

/** Stores what the service's answers say about an account's jobs, for all windows, and notices which have ended. */
export class StatusRecorder {
  readonly #options: StatusRecorderOptions;
  /** The jobs that run, to notice those that other windows bring to an end. */
  readonly #running: Set<string>;
  /** Those that have ended and were not taken yet. */
  readonly #ended = new Set<string>();
  /** When the list of connections told the end of each job whose final status is not known yet. */
  readonly #listedAt = new Map<string, MonotonicMs>();

  constructor(options: StatusRecorderOptions) {
    this.#options = options;
    this.#running = new Set(this.running().map(({ syncId }) => syncId));
  }

  running(): readonly Job[] {
    return this.open().filter(isRunning);
  }

  /** The jobs to poll: running ones, and those whose final status is not known yet. */
  open(): readonly Job[] {
    return this.#options.store.jobs(this.#options.accountId).open;
  }

  /** Call this with every change of a job of the account. */
  noteChange({ syncId, after }: JobStoreChange): void {
    if (syncId === undefined) {
      this.#running.clear();
      this.#ended.clear();
    } else if (after && isRunning(after)) {
      this.#running.add(syncId);
      this.#ended.delete(syncId);
    } else if (after === undefined) {
      this.#running.delete(syncId);
      this.#ended.delete(syncId);
    } else if (this.#running.delete(syncId)) {
      this.#ended.add(syncId);
    }
  }

  /** Jobs that have ended since this was last called, here or in another window. */
  takeEnds(): readonly Job[] {
    const { accountId, store } = this.#options;
    const ended = [...this.#ended];
    this.#ended.clear();
    return ended.flatMap((syncId) => store.find(accountId, syncId) ?? []);
  }

  /** Requests a poll of these jobs as soon as the limits allow, from whichever window polls. */
  request(syncIds: readonly string[]): void {
    const { accountId, store } = this.#options;
    if (syncIds.length > 0) {
      store.updateAll(accountId, syncIds, (job) => (needsStatus(job) ? requested(job, monotonicNow()) : job));
    }
  }

  /** The answer to a poll that was sent at `askedAt`. It may come late to a window that was frozen: only an end counts then. */
  noteStatus(syncId: string, askedAt: MonotonicMs, status: JobStatus, ids: AnswerIds = {}): void {
    const listedAt = this.#listedAt.get(syncId) ?? -Infinity;
    this.#listedAt.delete(syncId);
    this.#change([syncId], needsStatus, (job) => {
      const isRunningStill = jobPhase(status) === 'running';
      if (isRunningStill && isPolledSince(job, askedAt, monotonicNow())) {
        return job;
      }
      const after = afterAnswer(job, askedAt);
      // Sent before the list told the end: older than that, and no contradiction.
      return isEndPending(job) && askedAt < listedAt && isRunningStill
        ? after
        : { ...after, status, listedEnd: listedEndAfter(status, job), answeredAt: Date.now(), ...idsOf(ids) };
    });
  }

  /** A poll that was sent at `askedAt` got no answer. Without a failure: because of a defect of ours. */
  noteFailure(syncId: string, askedAt: MonotonicMs, failure?: Failure): void {
    this.#change([syncId], needsStatus, (job) => {
      if (isPolledSince(job, askedAt, monotonicNow())) {
        return job;
      }
      const after = afterFailure(job, failure, askedAt, monotonicNow());
      const isGivenUp =
        after.isLost || isFinalStatusOverdue(job.answeredAt ?? job.knownSince, after.pollState, failure, Date.now());
      // How it ended is known all the same.
      return isEndPending(job) && isGivenUp
        ? { ...after, isLost: false, lostReason: undefined, failure: undefined, listedEnd: 'only' }
        : after;
    });
  }

  /**
   * Stores the end of the jobs that have ended according to the connections, where `isOneOfMany` or where the last poll
   * failed: their final status is polled in turn. Returns those that are to be polled at once instead.
   */
  noteConnections(listed: ListedSyncs, isOneOfMany: (syncId: string) => boolean): string[] {
    const now = monotonicNow();
    const ends = new Map<string, JobStatus>();
    const toPoll = jobsProbablyOver(listed, this.running()).flatMap(({ job, status }) => {
      const { syncId, listedEnd, failure } = job;
      const isPolledFirst = failure === undefined && !isOneOfMany(syncId);
      if (status === undefined || listedEnd === 'refuted' || isPolledFirst) {
        return [syncId];
      }
      ends.set(syncId, status);
      this.#listedAt.set(syncId, now);
      return [];
    });
    this.#change([...ends.keys()], isRunning, (running) => ({
      ...running,
      status: ends.get(running.syncId),
      listedEnd: 'pending',
      ...idsOf({}),
      failure: undefined,
      answeredAt: Date.now(),
    }));
    return toPoll;
  }

  /** Changes the jobs, except those that have ended or were removed meanwhile, so that they are no longer `isOpen`. */
  #change(syncIds: readonly string[], isOpen: (job: Job) => boolean, change: (job: Job) => Job): void {
    const { accountId, store, log } = this.#options;
    const updates = store.updateAll(accountId, syncIds, (job) => {
      const changed = isOpen(job) ? change(job) : job;
      return changed === job ? job : settled(changed, job, currentMoment());
    });
    for (const { before, after } of updates.filter((update) => update.before !== update.after)) {
      log.debug(describe(after));
      if (!isRunning(after) && wasOverWhenAdopted(before)) {
        // The connection named a sync that had ended long before: there is nothing to follow.
        store.dismiss(accountId, after.syncId);
      }
    }
  }
}

/** In place of those of an earlier answer. */
function idsOf({ requestId, correlationId }: AnswerIds): AnswerIds {
  return { requestId, correlationId };
}

/** A job that runs on after the list told its end is not taken to have ended by the next list. */
function listedEndAfter(status: JobStatus, { listedEnd }: Job): ListedEnd | undefined {
  return listedEnd !== undefined && jobPhase(status) === 'running' ? 'refuted' : undefined;
}

function wasOverWhenAdopted(job: Job): boolean {
  return job.origin === 'adopted' && job.status === undefined && jobAgeMs(job, monotonicNow()) < MOMENT_MS;
}

function describe({ syncId, failure, status, answeredAt, nextCheckAt }: Job): string {
  const word = JSON.stringify(status?.status ?? '');
  const age = answeredAt === undefined ? 'never answered' : `${word} ${Math.max(0, Date.now() - answeredAt)} ms ago`;
  const answer = failure ? `no answer (${failure.kind}), last ${age}` : age;
  const next = nextCheckAt === undefined ? 'ended' : `next poll in ${Math.round(nextCheckAt - monotonicNow())} ms`;
  return `Job ${syncId}: ${answer}, ${next}`;
}

/** A running job that has ended according to its connection; `status` where that also says how. */
interface ProbableEnd {
  readonly job: Job;
  readonly status: JobStatus | undefined;
}

/**
 * Which running jobs have ended according to the connections. A sync probably has, too, when its connection has gone on to
 * another.
 */
export function jobsProbablyOver(listed: ListedSyncs, running: readonly Job[]): ProbableEnd[] {
  return running.flatMap((job) => {
    const own = listed.findBySync(job.syncId);
    if (own) {
      return own.isCurrentlySyncing ? [] : [{ job, status: statusOf(own, job) }];
    }
    const next = job.kind === 'sync' ? listed.find(job.entityId)?.lastSyncId : undefined;
    return next === undefined ? [] : [{ job, status: undefined }];
  });
}

/**
 * The final status of a job according to its connection, where its word is final beyond doubt. Known steps and messages
 * are from before the end, and no part of it.
 */
function statusOf({ lastSyncStatus = '', lastSyncAt }: Connection, job: Job): JobStatus | undefined {
  if (jobPhase({ status: lastSyncStatus, completedAt: undefined }) === 'running') {
    return undefined;
  }
  const startedAt = job.status?.startedAt;
  if (startedAt !== undefined && lastSyncAt !== undefined && lastSyncAt < startedAt) {
    // A time from before the job began is that of the sync before it, and then the status beside it probably is, too.
    return undefined;
  }
  return { syncId: job.syncId, status: lastSyncStatus, message: '', startedAt, completedAt: lastSyncAt, steps: [] };
}
