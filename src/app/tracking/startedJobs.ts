import type { Disposable } from '../../base/disposable.ts';
import { newJob } from '../../model/job.ts';
import type { Job, JobKind, UploadedSource } from '../../model/job.ts';
import type { StartedJob } from '../../model/upload.ts';

/** What is known of a job that the service has just accepted. */
export interface JobDescription {
  readonly kind: JobKind;
  readonly entityName: string;
  readonly source?: UploadedSource | undefined;
  /** See `Job.batch`. */
  readonly batch?: string | undefined;
  /** The account with which it was requested. That of the session may have changed since. */
  readonly accountId: string;
}

interface StartedJobsOptions {
  readonly windowId: string;
  /** Stores the jobs of one account, durably. */
  readonly store: (accountId: string, jobs: readonly Job[]) => void;
}

/** The jobs that this window has just started, until they are stored. */
export class StartedJobs implements Disposable {
  readonly #options: StartedJobsOptions;
  #waiting: readonly Job[] = [];
  #stored: Promise<void> | undefined;

  constructor(options: StartedJobsOptions) {
    this.#options = options;
  }

  /** Stores the job at once. */
  add(started: StartedJob, description: JobDescription): Job {
    const job = this.#jobOf(started, description);
    this.#options.store(job.accountId, [job]);
    return job;
  }

  /** Stores the job in the same turn of the event loop, in one transaction with the others of that turn. */
  addBatched(started: StartedJob, description: JobDescription): Promise<void> {
    this.#waiting = [...this.#waiting, this.#jobOf(started, description)];
    this.#stored ??= new Promise((resolve) => setImmediate(resolve)).then(() => this.#storeWaiting());
    return this.#stored;
  }

  dispose(): void {
    this.#storeWaiting();
  }

  #storeWaiting(): void {
    const jobs = this.#waiting;
    this.#waiting = [];
    this.#stored = undefined;
    for (const accountId of new Set(jobs.map((job) => job.accountId))) {
      this.#options.store(
        accountId,
        jobs.filter((job) => job.accountId === accountId),
      );
    }
  }

  #jobOf(started: StartedJob, { accountId, entityName, kind, source, batch }: JobDescription): Job {
    return newJob({
      accountId,
      syncId: started.syncId,
      entityId: started.entityId,
      entityName,
      kind,
      origin: 'started',
      knownSince: Date.now(),
      startMessage: started.message,
      source,
      startedIn: this.#options.windowId,
      requestId: started.requestId,
      correlationId: started.correlationId,
      ...(batch !== undefined && { batch }),
    });
  }
}
