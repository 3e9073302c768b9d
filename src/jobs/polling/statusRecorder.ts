import type { Logger } from '../../base/logger.ts';
import { monotonicNow, currentMoment } from '../../base/monotonicClock.ts';
import type { MonotonicMs } from '../../base/monotonicClock.ts';
import type { Connection } from '../../model/connection.ts';
import type { Failure } from '../../model/failure.ts';
import { isEndPending, isRunning, needsStatus } from '../../model/job.ts';
import type { Job, ListedEnd } from '../../model/job.ts';
import { jobPhase } from '../../model/jobStatus.ts';
import type { JobStatus } from '../../model/jobStatus.ts';
import { jobsProbablyOver } from './adoption.ts';
import { afterAnswer, afterFailure, jobAgeMs, settled } from './pollState.ts';
import type { Claim } from './pollState.ts';
import type { JobStore } from '../store/jobStore.ts';
import { isFinalStatusOverdue } from './lostJobs.ts';

/** A job that is over at the first answer, so soon after it was adopted, was so before. */
const MOMENT_MS = 5000;

interface StatusRecorderOptions {
  readonly accountId: string;
  readonly store: JobStore;
  /** This window's own question about a job, while it is under way. */
  readonly claimOf: (syncId: string) => Claim | undefined;
  readonly log: Logger;
}

/** Writes down what the service's answers say about an account's jobs, for all windows, and notices which have ended. */
export class StatusRecorder {
  readonly #options: StatusRecorderOptions;
  /** Running when last looked, to notice what other windows bring to an end. */
  #running: ReadonlySet<string> = new Set();
  /** When the list of connections told the end of each job whose final status is not known yet. */
  readonly #listedAt = new Map<string, MonotonicMs>();

  constructor(options: StatusRecorderOptions) {
    this.#options = options;
  }

  running(): Job[] {
    return this.#options.store.list(this.#options.accountId).filter(isRunning);
  }

  /** Those that are to be asked about: running ones, and those whose final status is not known yet. */
  open(): Job[] {
    return this.#options.store.list(this.#options.accountId).filter(needsStatus);
  }

  /** Jobs that ran when this was last asked for and have ended since, here or in another window. */
  takeEnds(): Job[] {
    const { accountId, store } = this.#options;
    const before = this.#running;
    const jobs = store.list(accountId);
    this.#running = new Set(jobs.filter(isRunning).map(({ syncId }) => syncId));
    return jobs.filter((job) => before.has(job.syncId) && !isRunning(job));
  }

  noteStatus(syncId: string, status: JobStatus, requestId?: string): void {
    const listedAt = this.#listedAt.get(syncId) ?? -Infinity;
    this.#listedAt.delete(syncId);
    this.#change(syncId, needsStatus, (job, claim) => {
      const after = afterAnswer(job, claim?.askedAt);
      // Asked for before the list told the end: older than that, and no contradiction.
      const isOlder = isEndPending(job) && claim !== undefined && claim.askedAt < listedAt;
      return isOlder && jobPhase(status) === 'running'
        ? after
        : { ...after, status, listedEnd: listedEndAfter(status, job), answeredAt: Date.now(), requestId };
    });
  }

  /** Without a failure: a defect of ours kept the answer from us. */
  noteFailure(syncId: string, failure?: Failure): void {
    this.#change(syncId, needsStatus, (job, claim) => {
      const after = afterFailure(job, failure, claim?.askedAt, monotonicNow());
      const isGivenUp =
        after.isLost || isFinalStatusOverdue(job.answeredAt ?? job.knownSince, after.pollState, failure, Date.now());
      // How it ended is known all the same.
      return isEndPending(job) && isGivenUp
        ? { ...after, isLost: false, lostReason: undefined, failure: undefined, listedEnd: 'only' }
        : after;
    });
  }

  /**
   * Notes the jobs that have ended according to the connections, where `isOneOfMany` or where the last request about the
   * job failed: their final status is asked for in turn. Returns those that are to be asked about at once instead.
   */
  noteConnections(connections: readonly Connection[], isOneOfMany: (syncId: string) => boolean): string[] {
    const now = monotonicNow();
    return jobsProbablyOver(connections, this.running()).flatMap(({ job, status }) => {
      const { syncId, listedEnd, failure } = job;
      const isAskedFirst = failure === undefined && !isOneOfMany(syncId);
      if (status === undefined || listedEnd === 'refuted' || isAskedFirst) {
        return [syncId];
      }
      const end = {
        status,
        listedEnd: 'pending',
        answeredAt: Date.now(),
        requestId: undefined,
        failure: undefined,
      } as const;
      this.#change(syncId, isRunning, (running) => ({ ...running, ...end }));
      this.#listedAt.set(syncId, now);
      return [];
    });
  }

  /** Unless the job has ended or gone meanwhile, so that it is no longer `isOpen`. */
  #change(syncId: string, isOpen: (job: Job) => boolean, change: (job: Job, claim: Claim | undefined) => Job): void {
    const { accountId, store, claimOf, log } = this.#options;
    const claim = claimOf(syncId);
    const update = store.update(accountId, syncId, (job) =>
      isOpen(job) ? settled(change(job, claim), job, claim, currentMoment()) : job,
    );
    if (!update || !isOpen(update.before)) {
      return;
    }
    log.debug(describe(update.after));
    if (!isRunning(update.after) && wasOverWhenAdopted(update.before)) {
      // The connection named a sync that had ended long before: nothing that anybody wants to follow.
      this.#running = new Set([...this.#running].filter((running) => running !== syncId));
      store.dismiss(accountId, syncId);
    }
  }
}

/** A job that runs on after the list said that it has ended is not to be taken for ended by the next one. */
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
  const next = nextCheckAt === undefined ? 'ended' : `asked again in ${Math.round(nextCheckAt - monotonicNow())} ms`;
  return `Job ${syncId}: ${answer}, ${next}`;
}
