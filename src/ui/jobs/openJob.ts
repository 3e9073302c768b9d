import type { Job } from '../../model/job.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { readJobs } from './jobArguments.ts';

interface OpenOptions {
  readonly jobs: Pick<JobTracker, 'jobs'>;
  readonly openPage: (job: Job) => Promise<void>;
  /** Asks which, where the command was called without one. */
  readonly ask: () => Promise<void>;
}

/** Open Job: takes a row or `{ syncId }`; otherwise the user chooses. */
export async function openJob(args: readonly unknown[], { jobs, openPage, ask }: OpenOptions): Promise<void> {
  if (args[0] === undefined) {
    await ask();
    return;
  }
  const [job] = readJobs(args, jobs.jobs);
  await openPage(job);
}
