import type { Logger } from '../../base/logger.ts';
import { currentMoment, monotonicNow } from '../../base/monotonicClock.ts';
import type { MonotonicMs } from '../../base/monotonicClock.ts';
import type { Connection } from '../../model/connection.ts';
import type { Failure } from '../../model/failure.ts';
import { isEndPending, isRunning, needsStatus } from '../../model/job.ts';
import type { Job, ListedEnd } from '../../model/job.ts';
import { jobPhase } from '../../model/jobStatus.ts';
import type { JobStatus } from '../../model/jobStatus.ts';
import type { JobStore } from '../store/jobStore.ts';
import { isFinalStatusOverdue } from './giveUp.ts';
import { afterAnswer, afterFailure, isPolledSince, jobAgeMs, requested, settled } from './pollState.ts';

/** A job that has ended by its first answer, so soon after it was adopted, had ended before. */
const MOMENT_MS = 5000;

interface StatusRecorderOptions {
  readonly accountId: string;
  readonly store: JobStore;
  readonly log: Logger;
}

/** Stores what the service's answers say about an account's jobs, for all windows, and notices which have ended. */
export class StatusRecorder {
  readonly #options: StatusRecorderOptions;
  /** The jobs that ran at the last look, to notice those that other windows bring to an end. */
  #running: ReadonlySet<string> = new Set();
  /** When the list of connections told the end of each job whose final status is not known yet. */
  readonly #listedAt = new Map<string, MonotonicMs>();

  constructor(options: StatusRecorderOptions) {
    this.#options = options;
  }

  running(): Job[] {
    return this.#options.store.list(this.#options.accountId).filter(isRunning);
  }

  /** The jobs to poll: running ones, and those whose final status is not known yet. */
  open(): Job[] {
    return this.#options.store.list(this.#options.accountId).filter(needsStatus);
  }

  /** Jobs that ran when this was last called and have ended since, here or in another window. */
  takeEnds(): Job[] {
    const { accountId, store } = this.#options;
    const before = this.#running;
    const jobs = store.list(accountId);
    this.#running = new Set(jobs.filter(isRunning).map(({ syncId }) => syncId));
    return jobs.filter((job) => before.has(job.syncId) && !isRunning(job));
  }

  /** Requests a poll of these jobs as soon as the limits allow, from whichever window polls. */
  request(syncIds: readonly string[]): void {
    const { accountId, store } = this.#options;
    for (const syncId of syncIds) {
      store.update(accountId, syncId, (job) => (needsStatus(job) ? requested(job, monotonicNow()) : job));
    }
  }

  /** The answer to a poll that was sent at `askedAt`. It may come late to a window that was frozen: only an end counts then. */
  noteStatus(syncId: string, askedAt: MonotonicMs, status: JobStatus, requestId?: string): void {
    const listedAt = this.#listedAt.get(syncId) ?? -Infinity;
    this.#listedAt.delete(syncId);
    this.#change(syncId, needsStatus, (job) => {
      const isRunningStill = jobPhase(status) === 'running';
      if (isRunningStill && isPolledSince(job, askedAt, monotonicNow())) {
        return job;
      }
      const after = afterAnswer(job, askedAt);
      // Sent before the list told the end: older than that, and no contradiction.
      return isEndPending(job) && askedAt < listedAt && isRunningStill
        ? after
        : { ...after, status, listedEnd: listedEndAfter(status, job), answeredAt: Date.now(), requestId };
    });
  }

  /** A poll that was sent at `askedAt` got no answer. Without a failure: because of a defect of ours. */
  noteFailure(syncId: string, askedAt: MonotonicMs, failure?: Failure): void {
    this.#change(syncId, needsStatus, (job) => {
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
  noteConnections(connections: readonly Connection[], isOneOfMany: (syncId: string) => boolean): string[] {
    const now = monotonicNow();
    return jobsProbablyOver(connections, this.running()).flatMap(({ job, status }) => {
      const { syncId, listedEnd, failure } = job;
      const isPolledFirst = failure === undefined && !isOneOfMany(syncId);
      if (status === undefined || listedEnd === 'refuted' || isPolledFirst) {
        return [syncId];
      }
      const end = { status, listedEnd: 'pending', requestId: undefined, failure: undefined } as const;
      this.#change(syncId, isRunning, (running) => ({ ...running, ...end, answeredAt: Date.now() }));
      this.#listedAt.set(syncId, now);
      return [];
    });
  }

  /** Changes the job, unless it has ended or was removed meanwhile, so that it is no longer `isOpen`. */
  #change(syncId: string, isOpen: (job: Job) => boolean, change: (job: Job) => Job): void {
    const { accountId, store, log } = this.#options;
    const update = store.update(accountId, syncId, (job) => {
      const changed = isOpen(job) ? change(job) : job;
      return changed === job ? job : settled(changed, job, currentMoment());
    });
    if (!update || update.before === update.after) {
      return;
    }
    log.debug(describe(update.after));
    if (!isRunning(update.after) && wasOverWhenAdopted(update.before)) {
      // The connection named a sync that had ended long before: there is nothing to follow.
      this.#running = new Set([...this.#running].filter((running) => running !== syncId));
      store.dismiss(accountId, syncId);
    }
  }
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
export function jobsProbablyOver(connections: readonly Connection[], running: readonly Job[]): ProbableEnd[] {
  const bySync = new Map(connections.map((connection) => [connection.lastSyncId, connection]));
  const byEntity = new Map(connections.map((connection) => [connection.entityId, connection]));
  return running.flatMap((job) => {
    const own = bySync.get(job.syncId);
    if (own) {
      return own.isCurrentlySyncing ? [] : [{ job, status: statusOf(own, job) }];
    }
    const next = job.kind === 'sync' ? byEntity.get(job.entityId)?.lastSyncId : undefined;
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
