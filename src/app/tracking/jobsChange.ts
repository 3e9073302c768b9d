import type { JobStoreChange } from '../../jobs/store/jobStore.ts';

/** The IDs of the jobs that changed, and those of their connections; `all` if these are the jobs of another account. */
export interface JobsChange {
  readonly syncIds: ReadonlySet<string> | 'all';
  readonly entityIds: ReadonlySet<string> | 'all';
}

const ALL: JobsChange = { syncIds: 'all', entityIds: 'all' };

/** Collects changes until they are taken as one. */
export class CollectedChanges {
  #syncIds = new Set<string>();
  #entityIds = new Set<string>();
  #isAll = false;

  add({ syncId, before, after }: Pick<JobStoreChange, 'syncId' | 'before' | 'after'>): void {
    if (syncId === undefined) {
      this.#isAll = true;
    } else {
      this.#syncIds.add(syncId);
      [before, after].forEach((job) => job && this.#entityIds.add(job.entityId));
    }
  }

  addAll(): void {
    this.#isAll = true;
  }

  take(): JobsChange {
    const change = this.#isAll ? ALL : { syncIds: this.#syncIds, entityIds: this.#entityIds };
    this.#syncIds = new Set();
    this.#entityIds = new Set();
    this.#isAll = false;
    return change;
  }
}
