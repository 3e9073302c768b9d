import type { Jobs } from '../../jobs/history/jobCollection.ts';
import type { Connection } from '../../model/connection.ts';
import { isRunning } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { LookUpOptions, LookUpResult } from './lookedUpJobs.ts';

const JOBS_PER_CONNECTION = 5;

interface JobLookup {
  readonly jobs: Pick<Jobs, 'find' | 'ofConnection'>;
  /** A job that is not tracked and was looked up. */
  findLookedUp(syncId: string): Job | undefined;
  lookUp(syncId: string, options?: LookUpOptions): Promise<LookUpResult | undefined>;
}

/** The last job of each connection, also if it was started elsewhere and ended without being tracked. */
export class LastJobs {
  readonly #tracker: JobLookup;

  constructor(tracker: JobLookup) {
    this.#tracker = tracker;
  }

  /** The job of the last sync if it has ended and is known. */
  find({ isCurrentlySyncing, lastSyncId }: Connection): Job | undefined {
    if (isCurrentlySyncing || lastSyncId === undefined) {
      return undefined;
    }
    const lookedUp = this.#tracker.findLookedUp(lastSyncId);
    return this.#tracker.jobs.find(lastSyncId) ?? (lookedUp && !isRunning(lookedUp) ? lookedUp : undefined);
  }

  isTracked({ syncId }: Job): boolean {
    return this.#tracker.jobs.find(syncId) !== undefined;
  }

  /** Looks the job of the last sync up if it is not known. Undefined if there is nothing to look up. */
  lookUp(connection: Connection): Promise<LookUpResult | undefined> | undefined {
    const { isCurrentlySyncing, lastSyncId } = connection;
    return isCurrentlySyncing || lastSyncId === undefined || this.find(connection)
      ? undefined
      : this.#tracker.lookUp(lastSyncId, { connection });
  }

  /** Returns a function that finds the jobs to show under a connection, as they are at this moment: running ones, then the latest. */
  jobsReader(find: (entityId: string) => Connection | undefined): (entityId: string) => readonly Job[] {
    // Once for all connections: reading it asks the database for changes of other windows.
    const { jobs } = this.#tracker;
    return (entityId) => this.#allAmong(jobs, entityId, find(entityId)?.lastSyncId).slice(0, JOBS_PER_CONNECTION);
  }

  /** All jobs of a connection that are known, in that order, with the one of its last sync. */
  all(entityId: string, lastSyncId: string | undefined): readonly Job[] {
    return this.#allAmong(this.#tracker.jobs, entityId, lastSyncId);
  }

  #allAmong(known: JobLookup['jobs'], entityId: string, lastSyncId: string | undefined): readonly Job[] {
    const tracked = known.ofConnection(entityId);
    const lookedUp =
      lastSyncId === undefined || known.find(lastSyncId) ? undefined : this.#tracker.findLookedUp(lastSyncId);
    return lookedUp === undefined
      ? tracked
      : [...tracked.filter(isRunning), lookedUp, ...tracked.filter((job) => !isRunning(job))];
  }
}
