import { isFinalStatusPending, isRunning, startDetails } from '../../model/job.ts';
import type { Job, JobKey, StatusChange } from '../../model/job.ts';
import { limitedHistory } from '../../model/limits.ts';
import { statusChange } from '../history/jobSteps.ts';
import type { LedgerAccess } from '../database/ledgerAccess.ts';
import { JobTables } from './jobTables.ts';

/** What is to be written in addition to the job itself. */
interface PendingJob {
  readonly accountId: string;
  /** Whether it was in the database. If it no longer is, another window has removed it. */
  readonly wasWritten: boolean;
  /** What is to be added to its history. */
  readonly changes: readonly StatusChange[];
}

/** Jobs that could not be written yet, with the changes of their status since. */
export class PendingJobs {
  readonly #access: LedgerAccess;
  /** By account and id. */
  readonly #jobs = new Map<string, PendingJob>();

  constructor(access: LedgerAccess) {
    this.#access = access;
  }

  /** Adds a job that was changed in memory. */
  add(before: Job | undefined, job: Job): void {
    const { wasWritten, changes } = this.#jobs.get(idOf(job)) ?? { wasWritten: before !== undefined, changes: [] };
    const change = statusChange(before, job, Date.now());
    this.#add(job, {
      accountId: job.accountId,
      wasWritten,
      changes: change ? limitedHistory([...changes, change]) : changes,
    });
  }

  /** Adds a job that an empty database is to have. */
  addNew(job: Job, changes: readonly StatusChange[]): void {
    this.#add(job, { accountId: job.accountId, wasWritten: false, changes });
  }

  delete(job: JobKey): void {
    this.#jobs.delete(idOf(job));
    this.#access.dropPending(job.accountId, keyOf(job));
  }

  /** Call it when the pending writes of the account have been dropped. */
  dropFromMemory(accountId: string): void {
    for (const [id, pending] of this.#jobs) {
      if (pending.accountId === accountId) {
        this.#jobs.delete(id);
      }
    }
  }

  /** Call it when all of them have been written. */
  clear(): void {
    this.#jobs.clear();
  }

  #add(job: Job, pending: PendingJob): void {
    this.#jobs.set(idOf(job), pending);
    this.#access.addPending(job.accountId, keyOf(job), (database) => this.#write(new JobTables(database), job));
  }

  #write(tables: JobTables, job: Job): void {
    const { accountId, syncId } = job;
    const { wasWritten, changes } = this.#jobs.get(idOf(job)) ?? { wasWritten: false, changes: [] };
    const theirs = tables.job(accountId, syncId);
    const isDismissed = job.origin === 'adopted' && tables.isDismissed(accountId, syncId);
    if (isDismissed || (wasWritten && !theirs)) {
      return;
    }
    tables.writeJob(theirs ? mergedJob(theirs, job) : job);
    // Another window may have written the same changes to a new file.
    const known = new Set(theirs ? tables.history(accountId, syncId).map(keyOfChange) : []);
    changes
      .filter((change) => !known.has(keyOfChange(change)))
      .forEach((change) => tables.writeStatusChange(job, change));
  }
}

function keyOf({ syncId }: Pick<Job, 'syncId'>): string {
  return `job ${syncId}`;
}

function keyOfChange({ at, status, step }: StatusChange): string {
  return JSON.stringify([at, status, step]);
}

function idOf({ accountId, syncId }: JobKey): string {
  return JSON.stringify([accountId, syncId]);
}

/**
 * Merges a job that this window changed in memory into the one that other windows have written: the latest status of the
 * service, and what either noted about it.
 */
function mergedJob(theirs: Job, ours: Job): Job {
  const announcedAt = theirs.announcedAt ?? ours.announcedAt;
  const latest = isNewer(ours, theirs) ? ours : theirs;
  return {
    ...theirs,
    ...startDetails(ours.startedIn === undefined ? theirs : ours),
    status: latest.status,
    listedEnd: latest.listedEnd,
    receivedAt: latest.receivedAt,
    nextPollAt: latest.nextPollAt,
    failure: latest.failure,
    isLost: latest.isLost,
    lostReason: latest.lostReason,
    requestId: latest.requestId,
    correlationId: latest.correlationId,
    pollState: latest.pollState,
    isSeen: theirs.isSeen || ours.isSeen,
    ...((theirs.isRetried === true || ours.isRetried === true) && { isRetried: true }),
    ...(announcedAt === undefined ? {} : { announcedAt }),
  };
}

/** The status closer to the end wins; otherwise the later one. */
function isNewer(ours: Job, theirs: Job): boolean {
  const difference = finality(ours) - finality(theirs);
  return difference === 0 ? (ours.receivedAt ?? 0) >= (theirs.receivedAt ?? 0) : difference > 0;
}

function finality(job: Job): number {
  if (isRunning(job)) {
    return 0;
  }
  return isFinalStatusPending(job) ? 1 : 2;
}
