import { Emitter } from '../base/event.ts';
import type { EpochMs } from '../base/time.ts';
import { isRunning } from '../model/job.ts';
import type { Job } from '../model/job.ts';
import type { JobStore, JobStoreChange, JobUpdate } from './jobStore.ts';

const MAX_JOBS_PER_ACCOUNT = 500;

/** Remembers jobs for as long as this window lives. Running jobs are never dropped. */
export class MemoryJobStore implements JobStore {
  readonly #accounts = new Map<string, Map<string, Job>>();
  readonly #didChange = new Emitter<JobStoreChange>();
  readonly onDidChange = this.#didChange.event;

  list(accountId: string): readonly Job[] {
    return [...(this.#accounts.get(accountId)?.values() ?? [])];
  }

  find(accountId: string, syncId: string): Job | undefined {
    return this.#accounts.get(accountId)?.get(syncId);
  }

  put(job: Job): void {
    const jobs = this.#accounts.get(job.accountId) ?? new Map<string, Job>();
    this.#accounts.set(job.accountId, jobs);
    jobs.set(job.syncId, job);
    this.#dropOldest(jobs);
    this.#didChange.fire({ accountId: job.accountId, syncId: job.syncId });
  }

  update(accountId: string, syncId: string, change: (job: Job) => Job): JobUpdate | undefined {
    const before = this.find(accountId, syncId);
    if (!before) {
      return undefined;
    }
    const after = change(before);
    if (after !== before) {
      this.put(after);
    }
    return { before, after };
  }

  claim(accountId: string, syncId: string, expected: EpochMs | undefined, until: EpochMs): boolean {
    const job = this.find(accountId, syncId);
    if (!job || job.nextCheckAt !== expected) {
      return false;
    }
    this.put({ ...job, nextCheckAt: until });
    return true;
  }

  remove(accountId: string, syncId: string): void {
    if (this.#accounts.get(accountId)?.delete(syncId) === true) {
      this.#didChange.fire({ accountId, syncId });
    }
  }

  removeAccount(accountId: string): void {
    if (this.#accounts.delete(accountId)) {
      this.#didChange.fire({ accountId, syncId: undefined });
    }
  }

  #dropOldest(jobs: Map<string, Job>): void {
    // A map keeps the order in which its keys were added, which is the order in which the jobs became known.
    for (const [syncId, job] of jobs) {
      if (jobs.size <= MAX_JOBS_PER_ACCOUNT) {
        return;
      }
      if (!isRunning(job)) {
        jobs.delete(syncId);
      }
    }
  }
}
