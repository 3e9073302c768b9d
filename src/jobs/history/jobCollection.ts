import { isOutage } from '../../model/failure.ts';
import {
  awaitsSignIn,
  isRunning,
  isSettled,
  isUnannounced,
  isUnnamed,
  isUnseenFailure,
  jobState,
  needsPolling,
} from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { runKey, usualDuration } from './usualDurations.ts';
import type { UsualDurations } from './usualDurations.ts';
import { compareJobs, SortedJobs } from './sortedJobs.ts';

/** The jobs of one account, for reading. */
export type Jobs = Omit<JobCollection, 'put' | 'delete'>;

/**
 * The jobs of one account. Each list is kept up to date job by job, so that reading one after a change does not iterate over the others;
 * it is the same array until one of its jobs changes.
 */
export class JobCollection {
  readonly #byId = new Map<string, Job>();
  readonly #byEntity = new Map<string, SortedJobs>();
  /** By connection and kind; null if there are too few runs. */
  readonly #usualMs = new Map<string, number | null>();
  readonly #subsets: Subset[] = [];
  readonly #needingStatus = this.#subset(needsPolling);
  readonly #unannounced = this.#subset(isUnannounced);
  readonly #unnamed = this.#subset(isUnnamed);
  readonly #unseenFailures = this.#subset(isUnseenFailure, (jobs) => jobs.sort(compareJobs));
  readonly #startedRunning = this.#subset((job) => job.origin === 'started' && isRunning(job));
  readonly #awaitingSignIn = this.#subset(awaitsSignIn);
  readonly #unreachable = this.#subset((job) => isOutage(job.failure) && isRunning(job));
  readonly #running = this.#subset(isRunning);
  readonly #settled = this.#subset(isSettled);
  readonly #sorted = new SortedJobs();

  constructor(jobs: readonly Job[] = []) {
    jobs.forEach((job) => this.put(job));
  }

  get size(): number {
    return this.#byId.size;
  }

  /** In the order in which they became known. */
  get all(): readonly Job[] {
    return [...this.#byId.values()];
  }

  /** Running jobs first, each group newest first. */
  get sorted(): readonly Job[] {
    return this.#sorted.list;
  }

  get runningCount(): number {
    return this.#running.size;
  }

  /** The jobs that need to be polled, in the order in which they became known. */
  get needingStatus(): readonly Job[] {
    return this.#needingStatus.jobs;
  }

  /** The jobs that were started here and have ended, and that no window has announced. */
  get unannounced(): readonly Job[] {
    return this.#unannounced.jobs;
  }

  get unnamed(): readonly Job[] {
    return this.#unnamed.jobs;
  }

  /** In the order of `sorted`. */
  get unseenFailures(): readonly Job[] {
    return this.#unseenFailures.jobs;
  }

  /** The running jobs that were started here. */
  get startedRunning(): readonly Job[] {
    return this.#startedRunning.jobs;
  }

  /** How many running jobs are not polled because the service does not accept the secret. */
  get awaitingSignInCount(): number {
    return this.#awaitingSignIn.size;
  }

  /** How many running jobs could not be polled because the service is unreachable. */
  get unreachableCount(): number {
    return this.#unreachable.size;
  }

  /** How many jobs need no more polls, and no announcement. */
  get settledCount(): number {
    return this.#settled.size;
  }

  find(syncId: string): Job | undefined {
    return this.#byId.get(syncId);
  }

  /** The jobs of a connection, in the order of `sorted`. */
  ofConnection(entityId: string): readonly Job[] {
    return this.#byEntity.get(entityId)?.list ?? [];
  }

  /** How long a job like this usually takes, in ms; undefined with too few runs. */
  readonly usual: UsualDurations = (job) => {
    const key = runKey(job);
    const known = this.#usualMs.get(key);
    if (known !== undefined) {
      return known ?? undefined;
    }
    const usualMs = usualDuration(this.ofConnection(job.entityId), job);
    this.#usualMs.set(key, usualMs ?? null);
    return usualMs;
  };

  /** Adds the job, or replaces the one with the same ID. */
  put(job: Job): void {
    const before = this.#byId.get(job.syncId);
    this.#byId.set(job.syncId, job);
    this.#subsets.forEach((subset) => subset.put(job));
    this.#sorted.put(job);
    if (before && before.entityId !== job.entityId) {
      this.#deleteOfConnection(before);
    }
    const ofConnection = this.#byEntity.get(job.entityId) ?? new SortedJobs();
    this.#byEntity.set(job.entityId, ofConnection);
    ofConnection.put(job);
    this.#forgetUsual(before);
    this.#forgetUsual(job);
  }

  delete(syncId: string): Job | undefined {
    const before = this.#byId.get(syncId);
    if (before) {
      this.#byId.delete(syncId);
      this.#subsets.forEach((subset) => subset.delete(syncId));
      this.#sorted.delete(syncId);
      this.#deleteOfConnection(before);
      this.#forgetUsual(before);
    }
    return before;
  }

  #subset(...parameters: ConstructorParameters<typeof Subset>): Subset {
    const subset = new Subset(...parameters);
    this.#subsets.push(subset);
    return subset;
  }

  #deleteOfConnection({ entityId, syncId }: Job): void {
    const jobs = this.#byEntity.get(entityId);
    jobs?.delete(syncId);
    if (jobs?.size === 0) {
      this.#byEntity.delete(entityId);
    }
  }

  #forgetUsual(job: Job | undefined): void {
    if (job && jobState(job) === 'succeeded') {
      this.#usualMs.delete(runKey(job));
    }
  }
}

/** The jobs for which a condition holds, in the order in which it began to hold. */
class Subset {
  readonly #includes: (job: Job) => boolean;
  readonly #sort: (jobs: Job[]) => readonly Job[];
  readonly #jobs = new Map<string, Job>();
  #list: readonly Job[] | undefined;

  constructor(includes: (job: Job) => boolean, sort: (jobs: Job[]) => readonly Job[] = (jobs) => jobs) {
    this.#includes = includes;
    this.#sort = sort;
  }

  get size(): number {
    return this.#jobs.size;
  }

  get jobs(): readonly Job[] {
    this.#list ??= this.#sort([...this.#jobs.values()]);
    return this.#list;
  }

  put(job: Job): void {
    if (this.#includes(job)) {
      this.#jobs.set(job.syncId, job);
      this.#list = undefined;
    } else {
      this.delete(job.syncId);
    }
  }

  delete(syncId: string): void {
    if (this.#jobs.delete(syncId)) {
      this.#list = undefined;
    }
  }
}
