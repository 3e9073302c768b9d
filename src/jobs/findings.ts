import type { Logger } from '../base/logger.ts';
import { steadyNow, thisMoment } from '../base/steadyTime.ts';
import type { Connection } from '../model/connection.ts';
import type { Failure } from '../model/failure.ts';
import { isRunning } from '../model/job.ts';
import type { Job } from '../model/job.ts';
import type { JobStatus } from '../model/jobStatus.ts';
import { jobsProbablyOver } from './adoption.ts';
import { afterAnswer, afterFailure, jobAgeMs, settled } from './asking.ts';
import type { Claim } from './asking.ts';
import type { JobStore } from './jobStore.ts';

/** Where many jobs end at a time, so many are asked how; of the others their connections' word is taken. */
const MAX_ENDS_ASKED = 2;
/** A job that is over at the first answer, so soon after it was adopted, was so before. */
const MOMENT_MS = 5000;

interface FindingsOptions {
  readonly accountId: string;
  readonly store: JobStore;
  /** This window's own question about a job, while it is under way. */
  readonly claimOf: (syncId: string) => Claim | undefined;
  readonly log: Logger;
}

/** Writes down what the service's answers say about an account's jobs, for all windows, and notices which have ended. */
export class Findings {
  readonly #options: FindingsOptions;
  /** Running when last looked, to notice what other windows bring to an end. */
  #running: ReadonlySet<string> = new Set();

  constructor(options: FindingsOptions) {
    this.#options = options;
  }

  running(): Job[] {
    return this.#options.store.list(this.#options.accountId).filter(isRunning);
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
    this.#change(syncId, (job, claim) => ({
      ...afterAnswer(job, claim?.askedAt),
      status,
      answeredAt: Date.now(),
      requestId,
    }));
  }

  /** Without a failure: a defect of ours kept the answer from us. */
  noteFailure(syncId: string, failure?: Failure): void {
    this.#change(syncId, (job, claim) => afterFailure(job, failure, claim?.askedAt, steadyNow()));
  }

  /**
   * Takes the connections' word for jobs that have ended, and returns those that are better asked how: too few to matter,
   * the user's own first. `isOneOfMany` says of which the word will do.
   */
  noteConnections(connections: readonly Connection[], isOneOfMany: (syncId: string) => boolean): string[] {
    const ends = jobsProbablyOver(connections, this.running());
    ends.sort((a, b) => Number(b.job.origin === 'started') - Number(a.job.origin === 'started'));
    return ends.flatMap(({ job: { syncId }, status }, index) => {
      if (status === undefined || index < MAX_ENDS_ASKED || !isOneOfMany(syncId)) {
        return [syncId];
      }
      this.#change(syncId, (job) => ({ ...job, status, answeredAt: Date.now(), failure: undefined }));
      return [];
    });
  }

  /** Unless the job has ended or gone meanwhile. */
  #change(syncId: string, change: (job: Job, claim: Claim | undefined) => Job): void {
    const { accountId, store, claimOf, log } = this.#options;
    const claim = claimOf(syncId);
    const update = store.update(accountId, syncId, (job) =>
      isRunning(job) ? settled(change(job, claim), job, claim, thisMoment()) : job,
    );
    if (!update || !isRunning(update.before)) {
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

function wasOverWhenAdopted(job: Job): boolean {
  return job.origin === 'adopted' && job.status === undefined && jobAgeMs(job, steadyNow()) < MOMENT_MS;
}

function describe({ syncId, failure, status, answeredAt, nextCheckAt }: Job): string {
  const word = JSON.stringify(status?.status ?? '');
  const age = answeredAt === undefined ? 'never answered' : `${word} ${Math.max(0, Date.now() - answeredAt)} ms ago`;
  const answer = failure ? `no answer (${failure.kind}), last ${age}` : age;
  const next = nextCheckAt === undefined ? 'ended' : `asked again in ${Math.round(nextCheckAt - steadyNow())} ms`;
  return `Job ${syncId}: ${answer}, ${next}`;
}
