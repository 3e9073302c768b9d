import { JobMemory } from '../../../src/jobs/store/jobMemory.ts';
import type { JobStore, JobUpdate } from '../../../src/jobs/store/jobStore.ts';
import { asStarted } from '../../../src/model/job.ts';
import type { Job } from '../../../src/model/job.ts';

/** A store without a database, for tests with a fake clock. */
export class MemoryJobStore extends JobMemory implements JobStore {
  addAll(jobs: readonly Job[]): number {
    const added = jobs.filter(
      ({ accountId, syncId }) => !this.isDismissed(accountId, syncId) && this.find(accountId, syncId) === undefined,
    );
    added.forEach((job) => this.put(job));
    return added.length;
  }

  addStarted(jobs: readonly Job[]): readonly Job[] {
    return jobs.map((job) => {
      const known = this.find(job.accountId, job.syncId);
      const after = known ? asStarted(known, job) : job;
      if (after !== known) {
        this.put(after);
      }
      return after;
    });
  }

  updateAll(accountId: string, syncIds: readonly string[], change: (job: Job) => Job): readonly JobUpdate[] {
    return syncIds.flatMap((syncId) => {
      const before = this.find(accountId, syncId);
      if (!before) {
        return [];
      }
      const after = change(before);
      if (after !== before) {
        this.put(after);
      }
      return [{ before, after }];
    });
  }
}
