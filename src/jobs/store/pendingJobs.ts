import type { Job, SeenState } from '../../model/job.ts';
import { limitedStates } from '../../model/limits.ts';
import { newlySeen } from '../history/jobSteps.ts';
import type { LedgerAccess } from './ledgerAccess.ts';
import { LedgerTables } from './ledgerTables.ts';
import { mergedJob } from './mergeJobs.ts';

/** What is to be written of a job beside the job itself. */
interface PendingJob {
  readonly accountId: string;
  /** Whether it was in the database when last looked: gone meanwhile means that another window removed it. */
  readonly wasWritten: boolean;
  readonly seen: readonly SeenState[];
}

/** Jobs that could not be written yet, each with the states that it was seen in since. */
export class PendingJobs {
  readonly #access: LedgerAccess;
  /** By account and id. */
  readonly #jobs = new Map<string, PendingJob>();

  constructor(access: LedgerAccess) {
    this.#access = access;
  }

  /** Keeps a job that was changed in memory. */
  keep(before: Job | undefined, job: Job): void {
    const { wasWritten, seen } = this.#jobs.get(idOf(job)) ?? { wasWritten: before !== undefined, seen: [] };
    const state = newlySeen(before, job, Date.now());
    this.#keep(job, { accountId: job.accountId, wasWritten, seen: state ? limitedStates([...seen, state]) : seen });
  }

  /** Keeps a job for a database that does not know it. */
  keepNew(job: Job, seen: readonly SeenState[]): void {
    this.#keep(job, { accountId: job.accountId, wasWritten: false, seen });
  }

  delete(job: Pick<Job, 'accountId' | 'syncId'>): void {
    this.#jobs.delete(idOf(job));
    this.#access.dropPending(job.accountId, keyOf(job));
  }

  /** To be called when what was pending for the account has been dropped. */
  forgetAccount(accountId: string): void {
    for (const [id, pending] of this.#jobs) {
      if (pending.accountId === accountId) {
        this.#jobs.delete(id);
      }
    }
  }

  /** To be called when all of them have been written. */
  clear(): void {
    this.#jobs.clear();
  }

  #keep(job: Job, pending: PendingJob): void {
    this.#jobs.set(idOf(job), pending);
    this.#access.keep(job.accountId, keyOf(job), (database) => this.#write(new LedgerTables(database), job));
  }

  #write(tables: LedgerTables, job: Job): void {
    const { accountId, syncId } = job;
    const { wasWritten, seen } = this.#jobs.get(idOf(job)) ?? { wasWritten: false, seen: [] };
    const theirs = tables.job(accountId, syncId);
    const isDismissed = job.origin === 'adopted' && tables.isDismissed(accountId, syncId);
    if (isDismissed || (wasWritten && !theirs)) {
      return;
    }
    tables.writeJob(theirs ? mergedJob(theirs, job) : job);
    seen.forEach((state) => tables.writeSeen(job, state));
  }
}

function keyOf({ syncId }: Pick<Job, 'syncId'>): string {
  return `job ${syncId}`;
}

function idOf({ accountId, syncId }: Pick<Job, 'accountId' | 'syncId'>): string {
  return JSON.stringify([accountId, syncId]);
}
