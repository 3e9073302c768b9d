import type { Logger } from '../../base/logger.ts';
import { readClocks, monotonicNow } from '../../base/monotonicClock.ts';
import type { MonotonicMs } from '../../base/monotonicClock.ts';
import type { Failure } from '../../model/failure.ts';
import { isFinalStatusPending, isRunning, needsPolling } from '../../model/job.ts';
import type { Job, ListedEnd } from '../../model/job.ts';
import { jobPhase } from '../../model/jobStatus.ts';
import type { JobStatus } from '../../model/jobStatus.ts';
import type { ResponseIds } from '../../model/responseMeta.ts';
import type { JobStore, JobStoreChange } from '../store/jobStore.ts';
import { isFinalStatusOverdue } from './lostJobs.ts';
import { probableEnds } from './probableEnds.ts';
import type { ConnectionLookup } from './probableEnds.ts';
import {
  afterFailure,
  afterResponse,
  isPolledSince,
  jobAgeMs,
  withEarlyPoll,
  withPollAfterChange,
} from './pollState.ts';

/** If the first status of an adopted job, requested within this time, is final, the job had ended before it was adopted. */
const ADOPTED_LATE_MS = 5000;

interface StatusRecorderOptions {
  readonly accountId: string;
  readonly store: JobStore;
  readonly log: Logger;
}

/** Stores what the service's responses say about an account's jobs, for all windows, and records which have ended. */
export class StatusRecorder {
  readonly #options: StatusRecorderOptions;
  /** The running jobs, to detect those whose end another window stores. */
  readonly #running: Set<string>;
  /** Jobs that have ended since `takeEnds` was last called. */
  readonly #ended = new Set<string>();
  /** When a list of connections reported the end of each job whose final status is not known yet. */
  readonly #listedAt = new Map<string, MonotonicMs>();

  constructor(options: StatusRecorderOptions) {
    this.#options = options;
    this.#running = new Set(this.runningJobs().map(({ syncId }) => syncId));
  }

  runningJobs(): readonly Job[] {
    return this.jobsToPoll().filter(isRunning);
  }

  /** The jobs to poll: running ones, and those whose final status is not known yet. */
  jobsToPoll(): readonly Job[] {
    return this.#options.store.jobs(this.#options.accountId).needingStatus;
  }

  /** Call this with every change of a job of the account. */
  handleChange({ syncId, after }: JobStoreChange): void {
    if (syncId !== undefined && (after === undefined || !needsPolling(after))) {
      this.#listedAt.delete(syncId);
    }
    if (syncId === undefined) {
      this.#running.clear();
      this.#ended.clear();
      this.#listedAt.clear();
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

  /** Has these jobs polled as soon as the limits allow, by any window. */
  pollSoon(syncIds: readonly string[]): void {
    const { accountId, store } = this.#options;
    if (syncIds.length > 0) {
      store.updateAll(accountId, syncIds, (job) => (needsPolling(job) ? withEarlyPoll(job, monotonicNow()) : job));
    }
  }

  /** Stores the response to a poll sent at `sentAt`. If another window has polled since then, only an end counts. */
  recordStatus(syncId: string, sentAt: MonotonicMs, status: JobStatus, ids: ResponseIds = {}): void {
    const listedAt = this.#listedAt.get(syncId) ?? -Infinity;
    this.#listedAt.delete(syncId);
    this.#change([syncId], needsPolling, (job) => {
      const isRunningStill = jobPhase(status) === 'running';
      if (isRunningStill && isPolledSince(job, sentAt, monotonicNow())) {
        return job;
      }
      const after = afterResponse(job, sentAt);
      // The poll was sent before the list that reported the end, so it does not contradict that.
      return isFinalStatusPending(job) && sentAt < listedAt && isRunningStill
        ? after
        : { ...after, status, listedEnd: listedEndAfter(status, job), receivedAt: Date.now(), ...idsOf(ids) };
    });
  }

  /** Stores that a poll sent at `sentAt` got no response; without `failure`, because of a bug. */
  recordFailure(syncId: string, sentAt: MonotonicMs, failure?: Failure): void {
    this.#change([syncId], needsPolling, (job) => {
      if (isPolledSince(job, sentAt, monotonicNow())) {
        return job;
      }
      const after = afterFailure(job, failure, sentAt, monotonicNow());
      const isGivenUp =
        after.isLost || isFinalStatusOverdue(job.receivedAt ?? job.knownSince, after.pollState, failure, Date.now());
      // The list of connections has already told how it ended.
      return isFinalStatusPending(job) && isGivenUp
        ? { ...after, isLost: false, lostReason: undefined, failure: undefined, listedEnd: 'only' }
        : after;
    });
  }

  /**
   * Stores the end of the jobs that have ended according to the connections, if `isOneOfMany` or if the last poll failed: their
   * final status is polled in round-robin. Returns the jobs that are to be polled at once instead.
   */
  recordListedEnds(listed: ConnectionLookup, isOneOfMany: (syncId: string) => boolean): string[] {
    const now = monotonicNow();
    const ends = new Map<string, JobStatus>();
    const toPoll = probableEnds(listed, this.runningJobs()).flatMap(({ job, status }) => {
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
      receivedAt: Date.now(),
    }));
    return toPoll;
  }

  /** Changes the jobs that are still `isOpen`: others have ended or were removed since the request was sent. */
  #change(syncIds: readonly string[], isOpen: (job: Job) => boolean, change: (job: Job) => Job): void {
    const { accountId, store, log } = this.#options;
    const updates = store.updateAll(accountId, syncIds, (job) => {
      const changed = isOpen(job) ? change(job) : job;
      return changed === job ? job : withPollAfterChange(changed, job, readClocks());
    });
    const changed = updates.filter(({ before, after }) => before !== after);
    changed.forEach(({ after }) => log.debug(describe(after)));
    // A connection still had the ID of a sync that had ended before: there is nothing to track.
    const over = changed.filter(({ before, after }) => !isRunning(after) && wasOverWhenAdopted(before));
    if (over.length > 0) {
      store.dismiss(accountId, ...over.map(({ after }) => after.syncId));
    }
  }
}

/** Both IDs, even if undefined, so that they replace those of an earlier response. */
function idsOf({ requestId, correlationId }: ResponseIds): ResponseIds {
  return { requestId, correlationId };
}

/** If a job is still running after a list reported its end, later lists no longer count. */
function listedEndAfter(status: JobStatus, { listedEnd }: Job): ListedEnd | undefined {
  return listedEnd !== undefined && jobPhase(status) === 'running' ? 'refuted' : undefined;
}

function wasOverWhenAdopted(job: Job): boolean {
  return job.origin === 'adopted' && job.status === undefined && jobAgeMs(job, monotonicNow()) < ADOPTED_LATE_MS;
}

function describe({ syncId, failure, status, receivedAt, nextPollAt }: Job): string {
  const word = JSON.stringify(status?.status ?? '');
  const last = receivedAt === undefined ? 'no response yet' : `${word} ${Math.max(0, Date.now() - receivedAt)} ms ago`;
  const response = failure ? `${last}, last poll failed (${failure.kind})` : last;
  const next = nextPollAt === undefined ? 'ended' : `next poll in ${Math.round(nextPollAt - monotonicNow())} ms`;
  return `Job ${syncId}: ${response}, ${next}`;
}
